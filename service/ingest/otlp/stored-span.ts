import type { Call } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { AnyValue, Attributes } from "./any-value";
import { newSpan, type ScopeSpans, type Span, type SpanEvent, STATUS_ERROR } from "./span";
import { unixNanoOf } from "./time";

/** The span that a call was made of, as its attributes keep it; undefined for a call that was no span. */
export function storedSpan(call: Call): { span: Span; group: ScopeSpans } | undefined {
  const otel = JsonNode.parse(call.attributes).get("otel");
  if (otel?.kind !== "object") return undefined;
  const span: Span = {
    ...newSpan(),
    traceId: call.trace_id,
    spanId: call.id,
    parentSpanId: call.parent_id ?? "",
    name: otel.get("name")?.string() ?? call.op_name,
    kind: Math.max(0, SPAN_KINDS.indexOf(otel.get("span_kind")?.string() ?? "")),
    startUnixNano: unixNanoOf(call.started_at),
    endUnixNano: call.ended_at === undefined ? 0n : unixNanoOf(call.ended_at),
    attributes: attributesOf(otel.get("attributes")),
    events: eventsOf(otel),
    links: [...(otel.get("links")?.items() ?? [])].map((link) => ({
      traceId: link.get("trace_id")?.string() ?? "",
      spanId: link.get("span_id")?.string() ?? "",
      attributes: new Map(),
    })),
    statusCode: call.exception === undefined ? 0 : STATUS_ERROR,
    statusMessage: otel.get("status_message")?.string() ?? "",
    cut: otel.get("not_kept")?.number() ?? 0,
  };
  const scope = { name: otel.get("scope")?.string() ?? "", version: otel.get("scope_version")?.string() ?? "" };
  return { span, group: { resource: attributesOf(otel.get("resource")), scope, spans: [span] } };
}

/** The events of the attributes of a call: none for a call that was no span. */
export function storedEvents(attributes: string): SpanEvent[] {
  const otel = JsonNode.parse(attributes).get("otel");
  return otel?.kind === "object" ? eventsOf(otel) : [];
}

function eventsOf(otel: JsonNode): SpanEvent[] {
  return [...(otel.get("events")?.items() ?? [])].map(toEvent);
}

/** OTLP's kinds of spans by their numbers, as calls name them. */
export const SPAN_KINDS = ["unspecified", "internal", "server", "client", "producer", "consumer"];

/** An event as the attributes of a call have it: `{name, time, attributes}`. */
export function toEvent(node: JsonNode): SpanEvent {
  return {
    name: node.get("name")?.string() ?? "",
    timeUnixNano: unixNanoOf(node.get("time")?.string() ?? ""),
    attributes: attributesOf(node.get("attributes")),
  };
}

function attributesOf(node: JsonNode | undefined): Attributes {
  return new Map([...(node?.entries() ?? [])].map(([key, value]) => [key, valueOf(value)]));
}

function valueOf(node: JsonNode): AnyValue {
  if (node.kind === "object") return attributesOf(node);
  if (node.kind === "array") return [...node.items()].map(valueOf);
  if (node.kind === "number") return new JsonText(node.raw);
  return node.string() ?? node.boolean() ?? null;
}
