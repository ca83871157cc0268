import { setImmediate } from "node:timers/promises";
import type { MaskedField } from "@/lib/contract/masking";
import { JsonText } from "@/lib/json/text";
import type { FieldValue } from "@/lib/masking/mask-fields";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Database } from "@/service/store/connections/database";
import type { NewFeedback } from "@/service/store/feedback/feedback-store";
import type { NewRefusal } from "@/service/store/projects/projects-store";
import type { SpanRecord } from "@/service/store/records/records-store";
import { type Mask, masksOf } from "./project-masks";

/** The fields of a call that have text of programs and users; ids of calls and traces, and owners of keys, have none. */
const TEXT_FIELDS = [
  "op_name",
  "display_name",
  "thread_id",
  "turn_id",
  "user_id",
  "ext_run_id",
  "exception",
  "model",
  "response_id",
] as const satisfies (keyof CallWrite & MaskedField)[];
const JSON_FIELDS = ["attributes", "inputs", "output", "summary"] as const satisfies (keyof CallWrite & MaskedField)[];

/** For how long other requests may wait, milliseconds. */
const TURN_MS = 20;

/** The writes as they may be stored. */
export async function maskCalls(database: Database, writes: readonly CallWrite[]): Promise<readonly CallWrite[]> {
  return maskEach(database, writes, maskCall);
}

function maskCall(write: CallWrite, mask: Mask): CallWrite {
  const texts = TEXT_FIELDS.filter((field) => write[field] !== undefined);
  const payloads = JSON_FIELDS.filter((field) => write[field] !== undefined);
  const masked = mask([...texts, ...payloads].map((field): FieldValue => ({ field, value: write[field] ?? "" })));
  const changed: Partial<CallWrite> = {};
  texts.forEach((field, place) => {
    const text = masked[place];
    if (typeof text === "string") changed[field] = text;
  });
  payloads.forEach((field, place) => {
    const json = masked[texts.length + place];
    if (json instanceof JsonText) changed[field] = json;
  });
  return { ...write, ...changed };
}

/** Feedback as it may be stored: its payload is masked, not the name of who gave it. */
export async function maskFeedback(database: Database, batch: readonly NewFeedback[]): Promise<readonly NewFeedback[]> {
  return maskEach(database, batch, (feedback, mask) => {
    const [payload] = mask([{ field: "feedback", value: feedback.payload }]);
    return payload instanceof JsonText ? { ...feedback, payload } : feedback;
  });
}

/** Rejected items as they may be stored; by all rules, since their reasons may repeat any part of them. */
export async function maskRefusals(
  database: Database,
  refusals: readonly NewRefusal[],
): Promise<readonly NewRefusal[]> {
  return maskEach(database, refusals, (refusal, mask) => ({
    ...refusal,
    reason: maskedText(mask, refusal.reason),
    ...(refusal.call_id !== undefined && { call_id: maskedText(mask, refusal.call_id) }),
  }));
}

/** Log records as they may be stored until their spans arrive; by all rules: what they will be a part of is not known. */
export async function maskRecords(
  database: Database,
  projectId: string,
  records: readonly SpanRecord[],
): Promise<readonly SpanRecord[]> {
  const mask = (await masksOf(database, new Set([projectId]))).get(projectId);
  return mask ? records.map((record) => ({ ...record, event: maskedText(mask, record.event) })) : records;
}

/** A text about a call that is not a part of it, such as why an answer could not be scored; by all rules. */
export async function maskNote<Note extends string | undefined>(
  database: Database,
  projectId: string,
  note: Note,
): Promise<Note | string> {
  if (note === undefined) return note;
  const mask = (await masksOf(database, new Set([projectId]))).get(projectId);
  return mask ? maskedText(mask, note) : note;
}

function maskedText(mask: Mask, text: string): string {
  const [masked] = mask([{ field: "everywhere", value: text }]);
  return typeof masked === "string" ? masked : text;
}

async function maskEach<Item extends { project_id: string }>(
  database: Database,
  items: readonly Item[],
  maskItem: (item: Item, mask: Mask) => Item,
): Promise<readonly Item[]> {
  const masks = await masksOf(database, new Set(items.map(({ project_id }) => project_id)));
  if (masks.size === 0) return items;
  const masked: Item[] = [];
  let since = performance.now();
  for (const item of items) {
    const mask = masks.get(item.project_id);
    masked.push(mask ? maskItem(item, mask) : item);
    if (performance.now() - since < TURN_MS) continue;
    // A large batch must not block other requests until it is masked.
    await setImmediate();
    since = performance.now();
  }
  return masked;
}
