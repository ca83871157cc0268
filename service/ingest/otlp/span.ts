import { OTLP_ATTRIBUTES, OTLP_EVENTS } from "@/lib/contract/limits";
import type { Attributes } from "./any-value";

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
  /** Attributes, events and links that the client reports as dropped. */
  dropped: number;
  /** Attributes, events and links beyond our own limits, of a span that was read from its call. */
  cut: number;
  /** What is wrong with a span that could not be read. */
  problem?: string;
};

/** The spans of one instrumentation scope of one resource. */
export type ScopeSpans = {
  resource: Attributes;
  scope: { name: string; version: string };
  spans: Span[];
};

export const STATUS_ERROR = 2;

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

/** Whether it is 16 bytes in hex that are not all zero. */
export const isTraceId = (id: string) => TRACE_ID.test(id);

/** Whether it is 8 bytes in hex that are not all zero. */
export const isSpanId = (id: string) => SPAN_ID.test(id);

export function newSpan(): Span {
  return {
    traceId: "",
    spanId: "",
    parentSpanId: "",
    name: "",
    kind: 0,
    startUnixNano: 0n,
    endUnixNano: 0n,
    attributes: new Map(),
    events: [],
    links: [],
    statusCode: 0,
    statusMessage: "",
    dropped: 0,
    cut: 0,
  };
}

/** Attributes, events and links of a span that its call does not keep, since they are beyond our limits. */
export function notKept({ attributes, events, links, cut }: Span): number {
  const beyond = (count: number, limit: number) => Math.max(0, count - limit);
  return (
    cut +
    beyond(attributes.size, OTLP_ATTRIBUTES) +
    beyond(events.length, OTLP_EVENTS) +
    beyond(links.length, OTLP_EVENTS)
  );
}
