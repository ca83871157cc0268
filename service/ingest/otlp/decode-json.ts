import { JsonNode } from "@/lib/contract/json/node";
import { JsonText } from "@/lib/contract/json/text";
import { OTLP_ATTRIBUTES, OTLP_EVENTS, OTLP_VALUE_DEPTH } from "@/lib/contract/limits";
import { ExportBudget } from "./budget";
import type { AnyValue, Attributes } from "./any-value";
import { newSpan, type ScopeSpans, type Span, TOO_DEEP } from "./span";

const SPAN_KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"].map((k) => `SPAN_KIND_${k}`);
const STATUS_CODES = ["UNSET", "OK", "ERROR"].map((code) => `STATUS_CODE_${code}`);
const INTEGER = /^-?\d{1,20}$/;
const MAX_UINT64 = 2n ** 64n - 1n;
const DROPPED = ["droppedAttributesCount", "droppedEventsCount", "droppedLinksCount"];

/** A body that is JSON, but not an OTLP trace export. */
export class OtlpShapeError extends Error {
  override readonly name = "OtlpShapeError";
}

/**
 * Reads an OTLP/JSON trace export: hex ids, 64-bit integers as strings or numbers, enums as integers or names.
 * Unknown fields are ignored. Throws `JsonSyntaxError`, `OtlpShapeError` naming the field of a wrong type, `too_large`.
 */
export function decodeJson(text: string): ScopeSpans[] {
  const root = JsonNode.parse(text);
  if (root.kind !== "object") throw new OtlpShapeError(`an export must be a JSON object, found ${root.kind}`);
  return new TraceParser().request(root);
}

class TraceParser {
  readonly #budget = new ExportBudget();

  request(root: JsonNode): ScopeSpans[] {
    return this.#list(root, "resourceSpans").flatMap((resourceSpans) => {
      this.#budget.span();
      const resource = this.#attributes(resourceSpans.get("resource"));
      return this.#list(resourceSpans, "scopeSpans").map((scopeSpans) => this.#scopeSpans(scopeSpans, resource));
    });
  }

  #scopeSpans(node: JsonNode, resource: Attributes): ScopeSpans {
    this.#budget.span();
    const scope = node.get("scope");
    return {
      resource,
      scope: { name: string(scope, "name"), version: string(scope, "version") },
      spans: this.#list(node, "spans").map((span) => this.#span(span)),
    };
  }

  #span(node: JsonNode): Span {
    this.#budget.span();
    const attributes = this.#list(node, "attributes");
    const events = this.#list(node, "events");
    const links = this.#list(node, "links");
    const status = node.get("status");
    return {
      ...newSpan(),
      traceId: hex(node, "traceId"),
      spanId: hex(node, "spanId"),
      parentSpanId: hex(node, "parentSpanId"),
      name: string(node, "name"),
      kind: enumeration(node, "kind", SPAN_KINDS),
      startUnixNano: uint64(node, "startTimeUnixNano"),
      endUnixNano: uint64(node, "endTimeUnixNano"),
      attributes: this.#keyValues(attributes.slice(0, OTLP_ATTRIBUTES), 0),
      events: events.slice(0, OTLP_EVENTS).map((event) => ({
        name: string(event, "name"),
        timeUnixNano: uint64(event, "timeUnixNano"),
        attributes: this.#attributes(event),
      })),
      links: links.slice(0, OTLP_EVENTS).map((link) => ({
        traceId: hex(link, "traceId"),
        spanId: hex(link, "spanId"),
        attributes: this.#attributes(link),
      })),
      statusCode: enumeration(status, "code", STATUS_CODES),
      statusMessage: string(status, "message"),
      dropped: DROPPED.reduce((sum, field) => sum + Number(uint64(node, field)), 0),
      cut: beyond(attributes, OTLP_ATTRIBUTES) + beyond(events, OTLP_EVENTS) + beyond(links, OTLP_EVENTS),
    };
  }

  #attributes(holder: JsonNode | undefined): Attributes {
    return this.#keyValues(this.#list(holder, "attributes"), 0);
  }

  #keyValues(entries: JsonNode[], depth: number): Attributes {
    const attributes: Attributes = new Map();
    for (const entry of entries) attributes.set(string(entry, "key"), this.#value(entry.get("value"), depth));
    return attributes;
  }

  #value(node: JsonNode | undefined, depth: number): AnyValue {
    for (const [field, value] of node?.entries() ?? []) {
      switch (field) {
        case "stringValue":
        case "bytesValue":
          return value.string() ?? wrong(field, "a string", value);
        case "boolValue":
          return value.boolean() ?? wrong(field, "a boolean", value);
        case "intValue":
          return new JsonText(integerText(value, field));
        case "doubleValue":
          return value.kind === "number"
            ? new JsonText(value.raw)
            : (value.string() ?? wrong(field, "a number", value));
        case "arrayValue":
          if (depth === OTLP_VALUE_DEPTH) return TOO_DEEP;
          return this.#list(value, "values").map((item) => this.#value(item, depth + 1));
        case "kvlistValue":
          return depth === OTLP_VALUE_DEPTH ? TOO_DEEP : this.#keyValues(this.#list(value, "values"), depth + 1);
      }
    }
    return null;
  }

  #list(holder: JsonNode | undefined, field: string): JsonNode[] {
    const node = present(holder, field);
    if (!node) return [];
    if (node.kind !== "array") wrong(field, "an array", node);
    const items: JsonNode[] = [];
    for (const item of node.items()) {
      this.#budget.part();
      items.push(item);
    }
    return items;
  }
}

const beyond = (items: unknown[], limit: number) => Math.max(0, items.length - limit);

function string(holder: JsonNode | undefined, field: string): string {
  const node = present(holder, field);
  return node ? (node.string() ?? wrong(field, "a string", node)) : "";
}

const hex = (holder: JsonNode, field: string) => string(holder, field).toLowerCase();

function uint64(holder: JsonNode | undefined, field: string): bigint {
  const node = present(holder, field);
  if (!node) return 0n;
  const value = BigInt(integerText(node, field));
  return value >= 0n && value <= MAX_UINT64 ? value : wrong(field, "a whole number of 64 bits", node);
}

function integerText(node: JsonNode, field: string): string {
  const text = node.string() ?? node.raw;
  return INTEGER.test(text) ? BigInt(text).toString() : wrong(field, "a whole number", node);
}

function enumeration(holder: JsonNode | undefined, field: string, names: string[]): number {
  const name = present(holder, field)?.string();
  return name === undefined ? Number(uint64(holder, field)) : Math.max(0, names.indexOf(name));
}

/** In protobuf's JSON mapping null is absence. */
function present(holder: JsonNode | undefined, field: string): JsonNode | undefined {
  if (holder && holder.kind !== "object" && holder.kind !== "null") wrong(field, "in an object", holder);
  const node = holder?.get(field);
  return node?.kind === "null" ? undefined : node;
}

function wrong(field: string, wanted: string, found: JsonNode): never {
  throw new OtlpShapeError(`${field} must be ${wanted}, found ${found.kind}`);
}
