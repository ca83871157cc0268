import type { Attributes } from "./any-value";
import { attributes, RESOURCE, SCOPE } from "./common-messages";
import { enumeration, field, fixed64, hex, Message, OtlpShapeError, repeated, string } from "./fields";
import { newSpan, type ScopeSpans, type Span, type SpanEvent, type SpanLink } from "./span";

// The messages of opentelemetry-proto's `trace_service.proto` and `trace.proto`.

const SPAN_KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"].map((k) => `SPAN_KIND_${k}`);
const STATUS_CODES = ["UNSET", "OK", "ERROR"].map((code) => `STATUS_CODE_${code}`);

type ResourceSpans = { resource: { attributes: Attributes }; groups: ScopeSpans[] };

/** ExportTraceServiceRequest. */
export const TRACE_EXPORT = new Message<ScopeSpans[]>(
  () => [
    repeated(1, "resourceSpans", (wire, groups) =>
      wire.message(RESOURCE_SPANS, { resource: { attributes: new Map() }, groups }),
    ),
  ],
  {
    onMalformed: (groups, problem) => {
      if (groups.length === 0) throw new OtlpShapeError(problem);
      refuseGroup(added(groups, newScopeSpans(new Map())), problem);
    },
  },
);

const RESOURCE_SPANS = new Message<ResourceSpans>(
  () => [
    field(1, "resource", (wire, { resource }) => wire.message(RESOURCE, resource)),
    repeated(2, "scopeSpans", (wire, { resource, groups }) =>
      wire.message(SCOPE_SPANS, added(groups, newScopeSpans(resource.attributes))),
    ),
  ],
  {
    countsAsSpan: true,
    onMalformed: ({ resource, groups }, problem) =>
      refuseGroup(added(groups, newScopeSpans(resource.attributes)), problem),
  },
);

const SCOPE_SPANS = new Message<ScopeSpans>(
  () => [
    field(1, "scope", (wire, { scope }) => wire.message(SCOPE, scope)),
    repeated(2, "spans", (wire, { spans }) => {
      const span = newSpan();
      wire.message(SPAN, span);
      spans.push(span);
    }),
  ],
  { countsAsSpan: true, onMalformed: refuseGroup },
);

/** Counts as one refused span: how many it was meant to have is unknown. */
function refuseGroup({ spans }: ScopeSpans, problem: string): void {
  added(spans, newSpan()).problem = problem;
}

const SPAN = new Message<Span>(
  () => [
    hex(1, "traceId"),
    hex(2, "spanId"),
    hex(4, "parentSpanId"),
    string(5, "name"),
    enumeration(6, "kind", SPAN_KINDS),
    fixed64(7, "startUnixNano", "startTimeUnixNano"),
    fixed64(8, "endUnixNano", "endTimeUnixNano"),
    attributes(9),
    dropped(10, "droppedAttributesCount"),
    repeated(11, "events", (wire, { events }) => wire.message(EVENT, added(events, newEvent()))),
    dropped(12, "droppedEventsCount"),
    repeated(13, "links", (wire, { links }) => wire.message(LINK, added(links, newLink()))),
    dropped(14, "droppedLinksCount"),
    field(15, "status", (wire, span) => wire.message(STATUS, span)),
  ],
  { countsAsSpan: true, onMalformed: refuseSpan },
);

/** Its ids say which span it is, if they are not what is wrong. */
function refuseSpan(span: Span, problem: string): void {
  span.problem = problem;
}

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

function dropped(number: number, name: string) {
  return field<Span>(number, name, (wire, span) => {
    span.dropped += wire.uint32();
  });
}
