import type { MaskedField } from "@/lib/contract/masking-kinds";
import { JsonText } from "@/lib/json/text";
import { atOnce } from "@/lib/limit/turns";
import type { FieldValue } from "@/lib/masking/mask-fields";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Database } from "@/service/store/connections/database";
import type { NewFeedback } from "@/service/store/feedback/feedback-store";
import type { NewRefusal } from "@/service/store/projects/projects-store";
import type { SpanRecord } from "@/service/store/records/records-store";
import { type MaskedForm, maskItems } from "./mask-items";
import { masksOf } from "./project-masks";

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

const CALLS: MaskedForm<CallWrite> = {
  projectOf: ({ project_id }) => project_id,
  valuesOf: (write) => [
    ...textsOf(write).map((field): FieldValue => ({ field, value: write[field] ?? "" })),
    ...payloadsOf(write).map((field): FieldValue => ({ field, value: write[field] ?? "" })),
  ],
  withValues(write, masked) {
    const texts = textsOf(write);
    const changed: Partial<CallWrite> = {};
    texts.forEach((field, place) => {
      const text = masked[place];
      if (typeof text === "string") changed[field] = text;
    });
    payloadsOf(write).forEach((field, place) => {
      const json = masked[texts.length + place];
      if (json instanceof JsonText) changed[field] = json;
    });
    return { ...write, ...changed };
  },
};

/** Texts stay texts. */
const textOf = (masked: string | JsonText | undefined) => (masked instanceof JsonText ? masked.text : (masked ?? ""));

const textsOf = (write: CallWrite) => TEXT_FIELDS.filter((field) => write[field] !== undefined);
const payloadsOf = (write: CallWrite) => JSON_FIELDS.filter((field) => write[field] !== undefined);

const FEEDBACK: MaskedForm<NewFeedback> = {
  projectOf: ({ project_id }) => project_id,
  valuesOf: ({ payload }) => [{ field: "feedback", value: payload }],
  withValues: (feedback, [payload]) => (payload instanceof JsonText ? { ...feedback, payload } : feedback),
};

const REFUSALS: MaskedForm<NewRefusal> = {
  projectOf: ({ project_id }) => project_id,
  valuesOf: ({ reason, call_id }) => [
    { field: "everywhere", value: reason },
    { field: "everywhere", value: call_id ?? "" },
  ],
  withValues: (refusal, [reason, call_id]) => ({
    ...refusal,
    reason: textOf(reason),
    call_id: refusal.call_id && textOf(call_id),
  }),
};

/** The writes as they may be stored. */
export async function maskCalls(database: Database, writes: readonly CallWrite[]): Promise<readonly CallWrite[]> {
  return maskItems(database, writes, CALLS);
}

/** Feedback as it may be stored: its payload is masked, not the name of who gave it. */
export async function maskFeedback(database: Database, batch: readonly NewFeedback[]): Promise<readonly NewFeedback[]> {
  return maskItems(database, batch, FEEDBACK);
}

/** Rejected items as they may be stored; by all rules, since their reasons may repeat any part of them. */
export async function maskRefusals(
  database: Database,
  refusals: readonly NewRefusal[],
): Promise<readonly NewRefusal[]> {
  return maskItems(database, refusals, REFUSALS);
}

/** Log records as they may be stored until their spans arrive; by all rules: what they will be a part of is not known. */
export async function maskRecords(
  database: Database,
  projectId: string,
  records: readonly SpanRecord[],
): Promise<readonly SpanRecord[]> {
  return maskItems<SpanRecord>(database, records, {
    projectOf: () => projectId,
    valuesOf: ({ event }) => [{ field: "everywhere", value: event }],
    withValues: (record, [event]) => ({ ...record, event: textOf(event) }),
  });
}

/** Texts about calls that are not a part of them, such as why answers could not be scored; by all rules. */
export async function maskNotes(
  database: Database,
  projectId: string,
  notes: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  return maskItems(database, notes, {
    projectOf: () => projectId,
    valuesOf: (note) => (note === undefined ? [] : [{ field: "everywhere", value: note }]),
    withValues: (note, [masked]) => (masked === undefined ? note : textOf(masked)),
  });
}

/** Masks attributes of calls of a project as they are stored, for comparing them with stored ones. */
export async function attributesMask(database: Database, projectId: string): Promise<(attributes: string) => string> {
  const mask = (await masksOf(database, new Set([projectId]))).get(projectId);
  if (!mask) return (attributes) => attributes;
  return (attributes) => {
    const [masked] = atOnce(mask([{ field: "attributes", value: new JsonText(attributes) }]));
    return masked instanceof JsonText ? masked.text : attributes;
  };
}
