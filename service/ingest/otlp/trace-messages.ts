import { OTLP_ATTRIBUTES, OTLP_EVENTS } from "@/lib/contract/limits";
import type { Attributes } from "./any-value";
import { attributes, readAttribute, RESOURCE, SCOPE } from "./common-messages";
import { enumeration, field, fixed64, hex, Message, repeated, string, type Wire } from "./fields";
import { newSpan, type ScopeSpans, type Span, type SpanEvent, type SpanLink } from "./span";

// The messages of opentelemetry-proto's `trace_service.proto` and `trace.proto`.

const SPAN_KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"].map((k) => `SPAN_KIND_${k}`);
const STATUS_CODES = ["UNSET", "OK", "ERROR"].map((code) => `STATUS_CODE_${code}`);

type ResourceSpans = { resource: { attributes: Attributes }; groups: ScopeSpans[] };

/** ExportTraceServiceRequest. */
export const TRACE_EXPORT = new Message<ScopeSpans[]>(() => [
  repeated(1, "resourceSpans", (wire, groups) =>
    wire.message(RESOURCE_SPANS, { resource: { attributes: new Map() }, groups }),
  ),
]);

const RESOURCE_SPANS = new Message<ResourceSpans>(
  () => [
    field(1, "resource", (wire, { resource }) => wire.message(RESOURCE, resource)),
    repeated(2, "scopeSpans", (wire, { resource, groups }) =>
      wire.message(SCOPE_SPANS, added(groups, newScopeSpans(resource.attributes))),
    ),
  ],
  { countsAsSpan: true },
);

const SCOPE_SPANS = new Message<ScopeSpans>(
  () => [
    field(1, "scope", (wire, { scope }) => wire.message(SCOPE, scope)),
    repeated(2, "spans", (wire, { spans }) => wire.message(SPAN, added(spans, newSpan()))),
  ],
  { countsAsSpan: true },
);

const SPAN = new Message<Span>(
  () => [
    hex(1, "traceId"),
    hex(2, "spanId"),
    hex(4, "parentSpanId"),
    string(5, "name"),
    enumeration(6, "kind", SPAN_KINDS),
    fixed64(7, "startUnixNano", "startTimeUnixNano"),
    fixed64(8, "endUnixNano", "endTimeUnixNano"),
    repeated(9, "attributes", (wire, span) => {
      if (span.attributes.size < OTLP_ATTRIBUTES) readAttribute(wire, span.attributes);
      else cut(wire, span);
    }),
    dropped(10, "droppedAttributesCount"),
    repeated(11, "events", (wire, span) => {
      if (span.events.length < OTLP_EVENTS) wire.message(EVENT, added(span.events, newEvent()));
      else cut(wire, span);
    }),
    dropped(12, "droppedEventsCount"),
    repeated(13, "links", (wire, span) => {
      if (span.links.length < OTLP_EVENTS) wire.message(LINK, added(span.links, newLink()));
      else cut(wire, span);
    }),
    dropped(14, "droppedLinksCount"),
    field(15, "status", (wire, span) => wire.message(STATUS, span)),
  ],
  { countsAsSpan: true },
);

const EVENT = new Message<SpanEvent>(() => [fixed64(1, "timeUnixNano"), string(2, "name"), attributes(3)]);

const LINK = new Message<SpanLink>(() => [hex(1, "traceId"), hex(2, "spanId"), attributes(4)]);

const STATUS = new Message<Span>(() => [
  string(2, "statusMessage", "message"),
  enumeration(3, "statusCode", STATUS_CODES, "code"),
]);

const newScopeSpans = (resource: Attributes): ScopeSpans => ({
  resource,
  scope: { name: "", version: "" },
  spans: [],
});
const newEvent = (): SpanEvent => ({ name: "", timeUnixNano: 0n, attributes: new Map() });
const newLink = (): SpanLink => ({ traceId: "", spanId: "", attributes: new Map() });

function added<T>(list: T[], item: T): T {
  list.push(item);
  return item;
}

function cut(wire: Wire, span: Span): void {
  span.cut += 1;
  wire.skip();
}

function dropped(number: number, name: string) {
  return field<Span>(number, name, (wire, span) => {
    span.dropped += wire.uint32();
  });
}
