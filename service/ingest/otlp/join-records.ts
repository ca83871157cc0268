import { isDeepStrictEqual } from "node:util";
import { JsonNode } from "@/lib/json/node";
import { writeJson } from "@/lib/json/text";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";
import type { Span, SpanEvent } from "./span";
import { shownEvent, toCallWrite } from "./span-to-call";
import { storedEvents, storedSpan, toEvent } from "./stored-span";

/** Two records of one span are the same if their names, times and this many characters of their bodies are equal. */
const COMPARED_CHARS = 1000;

/**
 * Reads the stored spans among `spanIds` again, with their log records as events. Must run after spans or records are
 * committed: whichever arrives last sees both.
 */
export async function joinRecords(store: Store, projectId: string, spanIds: readonly string[]): Promise<void> {
  const writes: CallWrite[] = [];
  for (const spanId of await store.spansWithRecords(projectId, spanIds)) {
    const write = await withRecords(store, projectId, spanId);
    if (write) writes.push(write);
  }
  if (writes.length > 0) await store.writeCalls(writes);
}

async function withRecords(store: Store, projectId: string, spanId: string): Promise<CallWrite | undefined> {
  const call = await store.readCall(projectId, spanId, { storageSize: false, totalStorageSize: false });
  const stored = call && storedSpan(call);
  if (!stored) return undefined;
  const { span, group } = stored;
  const records = await store.readSpanRecords(projectId, span.traceId, spanId);
  const events = distinct([...span.events, ...records.map((record) => toEvent(JsonNode.parse(record)))]);
  if (events.length === span.events.length) return undefined;
  const alone = toCallWrite(span, group, projectId);
  const complete = toCallWrite({ ...span, events }, group, projectId);
  // Only what the records change: stored attributes are cut, so the rest may be less than what the span was sent with.
  const changed = <Field extends keyof CallWrite>(field: Field) =>
    isDeepStrictEqual(alone[field], complete[field]) ? undefined : complete[field];
  return {
    project_id: projectId,
    id: spanId,
    trace_id: span.traceId,
    rank: RANK.end,
    inputs: changed("inputs"),
    output: changed("output"),
    attributes: complete.attributes,
    summary: changed("summary"),
    kind: changed("kind"),
    model: changed("model"),
    usage: changed("usage"),
    display_name: changed("display_name"),
    thread_id: changed("thread_id"),
    user_id: changed("user_id"),
  };
}

/**
 * The span with the events that it is stored with, if it was sent before: some were log records, which are not kept for
 * long and are not sent again with it. `stored` are the attributes of its call, in which `mask` has masked the events:
 * they are compared with those of the span as masked now.
 */
export function withStoredEvents(span: Span, stored: string | undefined, mask: (attributes: string) => string): Span {
  if (stored === undefined) return span;
  const masked = storedEvents(mask(writeJson({ otel: { events: span.events.map(shownEvent) } })));
  const own = new Set([...span.events, ...masked].map(keyOf));
  const others = storedEvents(mask(stored)).filter((event) => !own.has(keyOf(event)));
  return others.length === 0 ? span : { ...span, events: inOrder([...span.events, ...others]) };
}

/** Events in the order of their times, each once: a record may be among the events of the stored span already. */
function distinct(events: readonly SpanEvent[]): SpanEvent[] {
  const found = new Map<string, SpanEvent>();
  for (const event of events) if (!found.has(keyOf(event))) found.set(keyOf(event), event);
  return inOrder([...found.values()]);
}

const inOrder = (events: readonly SpanEvent[]) => events.toSorted((a, b) => Number(a.timeUnixNano - b.timeUnixNano));

const keyOf = (event: SpanEvent) => writeJson(shownEvent(event)).slice(0, COMPARED_CHARS);
