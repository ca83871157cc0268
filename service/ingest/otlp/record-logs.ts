import { writeJson } from "@/lib/json/text";
import type { SpanRecord } from "@/service/store/records/records-store";
import type { Store } from "@/service/store/store";
import type { Attributes } from "./any-value";
import { stringOf } from "./attributes";
import { isMessageEvent } from "./dialects/genai-events";
import { joinRecords } from "./join-records";
import type { LogRecord, ScopeLogs } from "./log-record";
import { destinationOf, type Exporter, type ExportResult } from "./record-export";
import { isSpanId, isTraceId, type SpanEvent } from "./span";
import { shownEvent } from "./span-to-call";

const LOGS_NOT_KEPT =
  "Log records other than the messages of model calls were discarded; if no messages are sent as log records, set OTEL_LOGS_EXPORTER=none";
const METRICS_NOT_KEPT =
  "Metrics are not supported and were discarded; to stop sending them, set OTEL_METRICS_EXPORTER=none";

/**
 * Stores the log records that have messages of model calls, and joins them with their spans, whichever come first. Other
 * records are counted as not kept. Records of a project that the key may not write are rejected.
 */
export async function recordLogs(store: Store, groups: ScopeLogs[], exporter: Exporter): Promise<ExportResult> {
  const kept = new Map<string, SpanRecord[]>();
  const others = new Map<string, number>();
  const reasons = new Set<string>();
  let rejected = 0;
  for (const { resource, records } of groups) {
    const { projectId, refused } = destinationOf(resource, exporter);
    if (refused !== undefined) {
      rejected += records.length;
      reasons.add(refused);
      continue;
    }
    const readable = records.filter(({ problem }) => problem === undefined);
    rejected += records.length - readable.length;
    for (const { problem } of records) if (problem !== undefined) reasons.add(problem);
    const messages = readable.flatMap((record) => toSpanRecord(record) ?? []);
    if (messages.length > 0) kept.set(projectId, [...(kept.get(projectId) ?? []), ...messages]);
    if (messages.length < readable.length)
      others.set(projectId, (others.get(projectId) ?? 0) + readable.length - messages.length);
  }
  for (const [projectId, records] of kept) {
    await store.addSpanRecords(projectId, records);
    await joinRecords(store, projectId, [...new Set(records.map(({ span_id }) => span_id))]);
  }
  for (const [projectId, count] of others) await store.noteNotKept(projectId, LOGS_NOT_KEPT, count);
  return { rejected, message: rejected > 0 ? `Rejected log records: ${[...reasons].join("; ")}.` : "" };
}

/** Notes that a project gets metrics, once. */
export async function noteMetrics(store: Store, exporter: Exporter): Promise<void> {
  const { projectId, refused } = destinationOf(new Map(), exporter);
  if (refused === undefined) await store.noteNotKept(projectId, METRICS_NOT_KEPT, 0);
}

function toSpanRecord(record: LogRecord): SpanRecord | undefined {
  const { traceId, spanId, timeUnixNano, observedUnixNano } = record;
  const name = record.eventName || (stringOf(record.attributes, "event.name") ?? "");
  if (!isMessageEvent(name) || !isTraceId(traceId) || !isSpanId(spanId)) return undefined;
  const event: SpanEvent = { name, timeUnixNano: timeUnixNano || observedUnixNano, attributes: withBody(record) };
  return { trace_id: traceId, span_id: spanId, event: writeJson(shownEvent(event)) };
}

/** The attributes, and the members of the body as further ones: conventions up to v1.36 have the message there. */
function withBody({ body, attributes }: LogRecord): Attributes {
  if (body instanceof Map) return new Map([...attributes, ...body]);
  return body === null || body === "" ? attributes : new Map([...attributes, ["content", body]]);
}
