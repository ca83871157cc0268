import { Reader } from "protobufjs/minimal.js";
import { JsonText } from "@/lib/json/text";
import { OTLP_ATTRIBUTES, OTLP_EVENTS, OTLP_VALUE_DEPTH } from "@/lib/contract/limits";
import type { AnyValue, Attributes } from "./any-value";
import { ExportBudget } from "./budget";
import { doubleText } from "./number-text";
import { newSpan, type ScopeSpans, type Span, type SpanEvent, type SpanLink, TOO_DEEP } from "./span";

const FIELD_BITS = 3;
const WIRE_TYPE_MASK = 0b111;
const WIRE_TYPE = { varint: 0, fixed64: 1, bytes: 2 };

/**
 * Reads an ExportTraceServiceRequest (opentelemetry-proto's `trace.proto` and `common.proto`; the case numbers are
 * its field numbers). Unknown fields are skipped. Throws when the bytes are not such a message, and `too_large`.
 */
export function decodeProtobuf(body: Uint8Array): ScopeSpans[] {
  return new TraceReader(body).request();
}

/** Takes one field, or answers false to have it skipped. */
type FieldReader = (field: number) => boolean;

class TraceReader {
  readonly #reader: Reader;
  readonly #budget = new ExportBudget();
  /** Of the field under the cursor. */
  #wireType = 0;

  constructor(body: Uint8Array) {
    this.#reader = Reader.create(body);
  }

  request(): ScopeSpans[] {
    const groups: ScopeSpans[] = [];
    this.#fields(this.#reader.len, (field) => {
      if (field !== 1) return false;
      this.#resourceSpans(groups);
      return true;
    });
    return groups;
  }

  #fields(end: number, read: FieldReader): void {
    const reader = this.#reader;
    if (end > reader.len) throw new RangeError("A message is longer than its container");
    while (reader.pos < end) {
      const tag = reader.uint32();
      this.#wireType = tag & WIRE_TYPE_MASK;
      if (!read(tag >>> FIELD_BITS)) reader.skipType(tag & WIRE_TYPE_MASK);
    }
    if (reader.pos !== end) throw new RangeError("A field is longer than its container");
  }

  #message(read: FieldReader): void {
    this.#budget.part();
    const reader = this.#expect("bytes");
    const length = reader.uint32();
    this.#fields(reader.pos + length, read);
  }

  /** The reader, if the field is of the type that the schema gives it. */
  #expect(type: keyof typeof WIRE_TYPE): Reader {
    if (this.#wireType !== WIRE_TYPE[type]) throw new RangeError(`A field has wire type ${this.#wireType}`);
    return this.#reader;
  }

  #resourceSpans(groups: ScopeSpans[]): void {
    const resource: Attributes = new Map();
    this.#budget.span();
    this.#message((field) => {
      if (field === 1) this.#message((inner) => inner === 1 && this.#attribute(resource));
      else if (field === 2) groups.push(this.#scopeSpans(resource));
      else return false;
      return true;
    });
  }

  #scopeSpans(resource: Attributes): ScopeSpans {
    const group: ScopeSpans = { resource, scope: { name: "", version: "" }, spans: [] };
    this.#budget.span();
    this.#message((field) => {
      if (field === 1) this.#scope(group.scope);
      else if (field === 2) group.spans.push(this.#span());
      else return false;
      return true;
    });
    return group;
  }

  #scope(scope: ScopeSpans["scope"]): void {
    this.#message((field) => {
      if (field === 1) scope.name = this.#string();
      else if (field === 2) scope.version = this.#string();
      else return false;
      return true;
    });
  }

  #span(): Span {
    const span = newSpan();
    let attributes = 0;
    this.#budget.span();
    this.#message((field) => {
      switch (field) {
        case 1:
          span.traceId = this.#hex();
          return true;
        case 2:
          span.spanId = this.#hex();
          return true;
        case 4:
          span.parentSpanId = this.#hex();
          return true;
        case 5:
          span.name = this.#string();
          return true;
        case 6:
          span.kind = this.#expect("varint").int32();
          return true;
        case 7:
          span.startUnixNano = this.#fixed64();
          return true;
        case 8:
          span.endUnixNano = this.#fixed64();
          return true;
        case 9:
          attributes += 1;
          return attributes <= OTLP_ATTRIBUTES ? this.#attribute(span.attributes) : notKept(span);
        case 11:
          return span.events.length < OTLP_EVENTS ? span.events.push(this.#event()) > 0 : notKept(span);
        case 13:
          return span.links.length < OTLP_EVENTS ? span.links.push(this.#link()) > 0 : notKept(span);
        case 10:
        case 12:
        case 14:
          span.dropped += this.#expect("varint").uint32();
          return true;
        case 15:
          this.#status(span);
          return true;
        default:
          return false;
      }
    });
    return span;
  }

  #event(): SpanEvent {
    const event: SpanEvent = { name: "", timeUnixNano: 0n, attributes: new Map() };
    this.#message((field) => {
      if (field === 1) event.timeUnixNano = this.#fixed64();
      else if (field === 2) event.name = this.#string();
      else if (field === 3) this.#attribute(event.attributes);
      else return false;
      return true;
    });
    return event;
  }

  #link(): SpanLink {
    const link: SpanLink = { traceId: "", spanId: "", attributes: new Map() };
    this.#message((field) => {
      if (field === 1) link.traceId = this.#hex();
      else if (field === 2) link.spanId = this.#hex();
      else if (field === 4) this.#attribute(link.attributes);
      else return false;
      return true;
    });
    return link;
  }

  #status(span: Span): void {
    this.#message((field) => {
      if (field === 2) span.statusMessage = this.#string();
      else if (field === 3) span.statusCode = this.#expect("varint").int32();
      else return false;
      return true;
    });
  }

  #attribute(into: Attributes, depth = 0): true {
    let key = "";
    let value: AnyValue = null;
    this.#message((field) => {
      if (field === 1) key = this.#string();
      else if (field === 2) value = this.#value(depth);
      else return false;
      return true;
    });
    into.set(key, value);
    return true;
  }

  #value(depth: number): AnyValue {
    let value: AnyValue = null;
    this.#message((field) => {
      switch (field) {
        case 1:
          value = this.#string();
          return true;
        case 2:
          value = this.#expect("varint").bool();
          return true;
        case 3:
          value = new JsonText(this.#int64().toString());
          return true;
        case 4:
          value = doubleText(this.#expect("fixed64").double());
          return true;
        case 5:
        case 6:
          if (depth === OTLP_VALUE_DEPTH) value = TOO_DEEP;
          else value = field === 5 ? this.#array(depth + 1) : this.#keyValues(depth + 1);
          return value !== TOO_DEEP;
        case 7:
          value = this.#bytes().toString("base64");
          return true;
        default:
          return false;
      }
    });
    return value;
  }

  #array(depth: number): AnyValue[] {
    const items: AnyValue[] = [];
    this.#message((field) => field === 1 && items.push(this.#value(depth)) > 0);
    return items;
  }

  #keyValues(depth: number): Attributes {
    const attributes: Attributes = new Map();
    this.#message((field) => field === 1 && this.#attribute(attributes, depth));
    return attributes;
  }

  #string(): string {
    return this.#expect("bytes").string();
  }

  #bytes(): Buffer {
    return Buffer.from(this.#expect("bytes").bytes());
  }

  #hex(): string {
    return this.#bytes().toString("hex");
  }

  #int64(): bigint {
    const { high, low } = this.#expect("varint").int64();
    return (BigInt(high) << 32n) | BigInt(low >>> 0);
  }

  #fixed64(): bigint {
    const reader = this.#expect("fixed64");
    const low = BigInt(reader.fixed32());
    return (BigInt(reader.fixed32()) << 32n) | low;
  }
}

function notKept(span: Span): false {
  span.cut += 1;
  return false;
}
