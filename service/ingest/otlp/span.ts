import type { JsonText } from "@/lib/contract/json/text";

/** An OTLP AnyValue: numbers are JSON text with all their digits, bytes are base64 text, an empty value is null. */
export type AnyValue = string | boolean | null | JsonText | AnyValue[] | Attributes;

/** Key-values in the order sent; made by `newAttributes`, so that `__proto__` is a key like any other. */
export type Attributes = { [key: string]: AnyValue };

export type SpanEvent = { name: string; timeUnixNano: bigint; attributes: Attributes };

export type SpanLink = { traceId: string; spanId: string; attributes: Attributes };

/** One span as OTLP has it; ids are lower-case hex, empty when not sent; times are Unix nanoseconds, 0 when not sent. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** OTLP's SpanKind: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  startUnixNano: bigint;
  endUnixNano: bigint;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
  /** OTLP's StatusCode: 0 unset, 1 ok, 2 error. */
  statusCode: number;
  statusMessage: string;
  /** Attributes, events and links that the client says it dropped. */
  dropped: number;
  /** Attributes, events and links beyond our own limits. */
  cut: number;
};

/** The spans of one instrumentation scope of one resource. */
export type ScopeSpans = {
  resource: Attributes;
  scope: { name: string; version: string };
  spans: Span[];
};

/** Most attributes read of one span, event, link or resource, and most keys of one key-value list. */
export const ATTRIBUTES_PER_SPAN = 1024;
/** Most events, and most links, read of one span. */
export const EVENTS_PER_SPAN = 512;
/** Deepest nesting of one attribute's value. */
export const VALUE_DEPTH = 32;

export const STATUS_ERROR = 2;

/** Stands for what lies below `VALUE_DEPTH`. */
export const TOO_DEEP = `[nested deeper than ${VALUE_DEPTH} levels]`;

export function newAttributes(): Attributes {
  return Object.create(null);
}

export function newSpan(): Span {
  return {
    traceId: "",
    spanId: "",
    parentSpanId: "",
    name: "",
    kind: 0,
    startUnixNano: 0n,
    endUnixNano: 0n,
    attributes: newAttributes(),
    events: [],
    links: [],
    statusCode: 0,
    statusMessage: "",
    dropped: 0,
    cut: 0,
  };
}
