import { decodeEscapes } from "@/lib/json/decode";
import { JsonScanner } from "@/lib/json/scan";
import { type JsonKind, JsonText, kindAt } from "@/lib/json/text";
import { OTLP_ATTRIBUTES, OTLP_EVENTS, OTLP_VALUE_DEPTH } from "@/lib/contract/limits";
import type { AnyValue, Attributes } from "./any-value";
import { ExportBudget } from "./budget";
import { newSpan, type ScopeSpans, type Span, type SpanEvent, type SpanLink, TOO_DEEP } from "./span";

const SPAN_KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"].map((k) => `SPAN_KIND_${k}`);
const STATUS_CODES = ["UNSET", "OK", "ERROR"].map((code) => `STATUS_CODE_${code}`);
const INTEGER = /^-?\d{1,20}$/;
const MAX_UINT64 = 2n ** 64n - 1n;

/** A body that is JSON, but not an OTLP trace export. */
export class OtlpShapeError extends Error {
  override readonly name = "OtlpShapeError";
}

/**
 * Reads an OTLP/JSON trace export: hex ids, 64-bit integers as strings or numbers, enums as integers or names.
 * Unknown fields are skipped, null is absence (protobuf's JSON mapping). Throws `JsonSyntaxError`, `OtlpShapeError`
 * naming the field of a wrong type, and `too_large`.
 */
export function decodeJson(text: string): ScopeSpans[] {
  return new TraceParser(text).request();
}

/** Takes one member of an object, or answers false to have it skipped. */
type MemberReader = (key: string) => boolean;

class TraceParser {
  readonly #scanner: JsonScanner;
  readonly #budget = new ExportBudget();

  constructor(text: string) {
    this.#scanner = new JsonScanner(text);
  }

  request(): ScopeSpans[] {
    const groups: ScopeSpans[] = [];
    this.#scanner.space();
    this.#object("the export", (key) => {
      if (key === "resourceSpans") return this.#array(key, () => groups.push(...this.#resourceSpans(key)));
      return false;
    });
    this.#scanner.end();
    return groups;
  }

  #resourceSpans(field: string): ScopeSpans[] {
    const resource: Attributes = new Map();
    const groups: ScopeSpans[] = [];
    this.#budget.span();
    this.#object(field, (key) => {
      if (key === "resource") return this.#object(key, (inner) => this.#attributes(inner, resource));
      if (key === "scopeSpans") return this.#array(key, () => groups.push(this.#scopeSpans(key, resource)));
      return false;
    });
    return groups;
  }

  #scopeSpans(field: string, resource: Attributes): ScopeSpans {
    const group: ScopeSpans = { resource, scope: { name: "", version: "" }, spans: [] };
    this.#budget.span();
    this.#object(field, (key) => {
      if (key === "scope") return this.#object(key, (inner) => this.#scope(inner, group.scope));
      if (key === "spans") return this.#array(key, () => group.spans.push(this.#span(key)));
      return false;
    });
    return group;
  }

  #scope(key: string, scope: ScopeSpans["scope"]): boolean {
    if (key !== "name" && key !== "version") return false;
    scope[key] = this.#string(key);
    return true;
  }

  #span(field: string): Span {
    const span = newSpan();
    this.#budget.span();
    this.#object(field, (key) => {
      switch (key) {
        case "traceId":
        case "spanId":
        case "parentSpanId":
          span[key] = this.#hex(key);
          return true;
        case "name":
          span.name = this.#string(key);
          return true;
        case "kind":
          span.kind = this.#enumeration(key, SPAN_KINDS);
          return true;
        case "startTimeUnixNano":
          span.startUnixNano = this.#uint64(key);
          return true;
        case "endTimeUnixNano":
          span.endUnixNano = this.#uint64(key);
          return true;
        case "attributes":
          return this.#attributes(key, span.attributes, span);
        case "events":
          return this.#atMost(OTLP_EVENTS, key, span, () => span.events.push(this.#event(key)));
        case "links":
          return this.#atMost(OTLP_EVENTS, key, span, () => span.links.push(this.#link(key)));
        case "droppedAttributesCount":
        case "droppedEventsCount":
        case "droppedLinksCount":
          span.dropped += Number(this.#uint64(key));
          return true;
        case "status":
          return this.#object(key, (inner) => this.#status(inner, span));
        default:
          return false;
      }
    });
    return span;
  }

  #status(key: string, span: Span): boolean {
    if (key === "code") span.statusCode = this.#enumeration(key, STATUS_CODES);
    else if (key === "message") span.statusMessage = this.#string(key);
    else return false;
    return true;
  }

  #event(field: string): SpanEvent {
    const event: SpanEvent = { name: "", timeUnixNano: 0n, attributes: new Map() };
    this.#object(field, (key) => {
      if (key === "name") event.name = this.#string(key);
      else if (key === "timeUnixNano") event.timeUnixNano = this.#uint64(key);
      else return this.#attributes(key, event.attributes);
      return true;
    });
    return event;
  }

  #link(field: string): SpanLink {
    const link: SpanLink = { traceId: "", spanId: "", attributes: new Map() };
    this.#object(field, (key) => {
      if (key !== "traceId" && key !== "spanId") return this.#attributes(key, link.attributes);
      link[key] = this.#hex(key);
      return true;
    });
    return link;
  }

  /** Reads the member if it is `attributes`; of a span, no more than the limit. */
  #attributes(key: string, into: Attributes, span?: Span): boolean {
    if (key !== "attributes") return false;
    if (span) return this.#atMost(OTLP_ATTRIBUTES, key, span, () => this.#attribute(key, into));
    return this.#array(key, () => this.#attribute(key, into));
  }

  #attribute(field: string, into: Attributes, depth = 0): void {
    let name = "";
    let value: AnyValue = null;
    this.#object(field, (key) => {
      if (key === "key") name = this.#string(key);
      else if (key === "value") value = this.#value(key, depth);
      else return false;
      return true;
    });
    into.set(name, value);
  }

  #value(field: string, depth: number): AnyValue {
    let value: AnyValue = null;
    this.#object(field, (key) => {
      switch (key) {
        case "stringValue":
        case "bytesValue":
          value = this.#string(key);
          return true;
        case "boolValue":
          value = this.#boolean(key);
          return true;
        case "intValue":
          value = new JsonText(this.#integer(key).toString());
          return true;
        case "doubleValue":
          // NaN and the infinities are strings.
          value = this.#kind === "string" ? this.#string(key) : new JsonText(this.#raw(key, "number"));
          return true;
        case "arrayValue":
        case "kvlistValue":
          if (depth === OTLP_VALUE_DEPTH) value = TOO_DEEP;
          else value = key === "arrayValue" ? this.#values(key, depth + 1) : this.#keyValues(key, depth + 1);
          return value !== TOO_DEEP;
        default:
          return false;
      }
    });
    return value;
  }

  #values(field: string, depth: number): AnyValue[] {
    const items: AnyValue[] = [];
    this.#object(field, (key) => key === "values" && this.#array(key, () => items.push(this.#value(key, depth))));
    return items;
  }

  #keyValues(field: string, depth: number): Attributes {
    const attributes: Attributes = new Map();
    this.#object(field, (key) => key === "values" && this.#array(key, () => this.#attribute(key, attributes, depth)));
    return attributes;
  }

  #atMost(limit: number, field: string, span: Span, read: () => void): true {
    let count = 0;
    return this.#array(field, () => {
      count += 1;
      if (count <= limit) return read();
      span.cut += 1;
      this.#scanner.skip();
    });
  }

  #object(field: string, read: MemberReader): true {
    const scanner = this.#scanner;
    if (this.#absent()) return true;
    if (this.#kind !== "object") this.#wrong(field, "object");
    if (!scanner.open()) return true;
    do {
      const key = decodeEscapes(scanner.text.slice(scanner.keyStart + 1, scanner.keyEnd - 1));
      if (!read(key)) scanner.skip();
    } while (scanner.more());
    return true;
  }

  #array(field: string, read: () => void): true {
    const scanner = this.#scanner;
    if (this.#absent()) return true;
    if (this.#kind !== "array") this.#wrong(field, "array");
    if (!scanner.open()) return true;
    do {
      this.#budget.part();
      read();
    } while (scanner.more());
    return true;
  }

  get #kind(): JsonKind {
    return kindAt(this.#scanner.text, this.#scanner.at);
  }

  #absent(): boolean {
    if (this.#kind !== "null") return false;
    this.#scanner.skip();
    return true;
  }

  #raw(field: string, wanted: JsonKind): string {
    if (this.#kind !== wanted) this.#wrong(field, wanted);
    const { at, text } = this.#scanner;
    this.#scanner.skip();
    return text.slice(at, this.#scanner.at);
  }

  #string(field: string): string {
    return this.#absent() ? "" : decodeEscapes(this.#raw(field, "string").slice(1, -1));
  }

  #boolean(field: string): boolean {
    return this.#raw(field, "boolean") === "true";
  }

  #hex(field: string): string {
    return this.#string(field).toLowerCase();
  }

  #integer(field: string): bigint {
    const text = this.#kind === "string" ? this.#string(field) : this.#raw(field, "number");
    if (!INTEGER.test(text)) throw new OtlpShapeError(`${field} must be a whole number, found ${text.slice(0, 40)}`);
    return BigInt(text);
  }

  #uint64(field: string): bigint {
    if (this.#absent()) return 0n;
    const value = this.#integer(field);
    if (value >= 0n && value <= MAX_UINT64) return value;
    throw new OtlpShapeError(`${field} must be a whole number of 64 bits, found ${value}`);
  }

  #enumeration(field: string, names: string[]): number {
    if (this.#kind !== "string") return Number(this.#uint64(field));
    return Math.max(0, names.indexOf(this.#string(field)));
  }

  #wrong(field: string, wanted: JsonKind): never {
    const found = this.#kind;
    this.#scanner.skip();
    throw new OtlpShapeError(`${field} must be ${/^[ao]/.test(wanted) ? "an" : "a"} ${wanted}, found ${found}`);
  }
}
