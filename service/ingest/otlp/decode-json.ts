import { JsonNode } from "@/lib/contract/json/node";
import { JsonText } from "@/lib/contract/json/text";
import {
  ATTRIBUTES_PER_SPAN,
  type AnyValue,
  type Attributes,
  EVENTS_PER_SPAN,
  newAttributes,
  newSpan,
  type ScopeSpans,
  type Span,
  TOO_DEEP,
  VALUE_DEPTH,
} from "./span";

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
 * Unknown fields are ignored. Throws `JsonSyntaxError`, or `OtlpShapeError` naming the field that has a wrong type.
 */
export function decodeJson(text: string): ScopeSpans[] {
  const root = JsonNode.parse(text);
  if (root.kind !== "object") throw new OtlpShapeError(`an export is a JSON object, found a JSON ${root.kind}`);
  return list(root, "resourceSpans").flatMap((resourceSpans) => {
    const resource = readAttributes(resourceSpans.get("resource"));
    return list(resourceSpans, "scopeSpans").map((scopeSpans) => {
      const scope = scopeSpans.get("scope");
      return {
        resource,
        scope: { name: string(scope, "name"), version: string(scope, "version") },
        spans: list(scopeSpans, "spans").map(readSpan),
      };
    });
  });
}

function readSpan(node: JsonNode): Span {
  const attributes = list(node, "attributes");
  const events = list(node, "events");
  const links = list(node, "links");
  const status = node.get("status");
  return {
    ...newSpan(),
    traceId: string(node, "traceId").toLowerCase(),
    spanId: string(node, "spanId").toLowerCase(),
    parentSpanId: string(node, "parentSpanId").toLowerCase(),
    name: string(node, "name"),
    kind: enumeration(node, "kind", SPAN_KINDS),
    startUnixNano: integer(node, "startTimeUnixNano"),
    endUnixNano: integer(node, "endTimeUnixNano"),
    attributes: keyValues(attributes, 0),
    events: events.slice(0, EVENTS_PER_SPAN).map((event) => ({
      name: string(event, "name"),
      timeUnixNano: integer(event, "timeUnixNano"),
      attributes: readAttributes(event),
    })),
    links: links.slice(0, EVENTS_PER_SPAN).map((link) => ({
      traceId: string(link, "traceId").toLowerCase(),
      spanId: string(link, "spanId").toLowerCase(),
      attributes: readAttributes(link),
    })),
    statusCode: enumeration(status, "code", STATUS_CODES),
    statusMessage: string(status, "message"),
    dropped: DROPPED.reduce((sum, field) => sum + Number(integer(node, field)), 0),
    cut: beyond(attributes, ATTRIBUTES_PER_SPAN) + beyond(events, EVENTS_PER_SPAN) + beyond(links, EVENTS_PER_SPAN),
  };
}

const beyond = (items: unknown[], limit: number) => Math.max(0, items.length - limit);

function readAttributes(holder: JsonNode | undefined): Attributes {
  return keyValues(list(holder, "attributes"), 0);
}

function keyValues(entries: JsonNode[], depth: number): Attributes {
  const attributes = newAttributes();
  for (const entry of entries.slice(0, ATTRIBUTES_PER_SPAN))
    attributes[string(entry, "key")] = readValue(entry.get("value"), depth);
  return attributes;
}

function readValue(node: JsonNode | undefined, depth: number): AnyValue {
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
        return value.kind === "number" ? new JsonText(value.raw) : (value.string() ?? wrong(field, "a number", value));
      case "arrayValue":
        return depth < VALUE_DEPTH ? list(value, "values").map((item) => readValue(item, depth + 1)) : TOO_DEEP;
      case "kvlistValue":
        return depth < VALUE_DEPTH ? keyValues(list(value, "values"), depth + 1) : TOO_DEEP;
    }
  }
  return null;
}

function list(holder: JsonNode | undefined, field: string): JsonNode[] {
  const node = present(holder, field);
  if (!node) return [];
  return node.kind === "array" ? [...node.items()] : wrong(field, "an array", node);
}

function string(holder: JsonNode | undefined, field: string): string {
  const node = present(holder, field);
  return node ? (node.string() ?? wrong(field, "a string", node)) : "";
}

function integer(holder: JsonNode | undefined, field: string): bigint {
  const node = present(holder, field);
  const value = node ? BigInt(integerText(node, field)) : 0n;
  return node && (value < 0n || value > MAX_UINT64) ? wrong(field, "a whole number of 64 bits", node) : value;
}

function integerText(node: JsonNode, field: string): string {
  const text = node.string() ?? node.raw;
  return INTEGER.test(text) ? BigInt(text).toString() : wrong(field, "a whole number", node);
}

function enumeration(holder: JsonNode | undefined, field: string, names: string[]): number {
  const node = present(holder, field);
  const name = node?.string();
  return name === undefined ? Number(integer(holder, field)) : Math.max(0, names.indexOf(name));
}

/** In protobuf's JSON mapping null is absence. */
function present(holder: JsonNode | undefined, field: string): JsonNode | undefined {
  if (holder && holder.kind !== "object" && holder.kind !== "null") wrong(field, "an object around it", holder);
  const node = holder?.get(field);
  return node?.kind === "null" ? undefined : node;
}

function wrong(field: string, wanted: string, found: JsonNode): never {
  throw new OtlpShapeError(`${field} must be ${wanted}, found ${found.kind}`);
}
