import { AppError } from "@/lib/contract/app-error";
import type { Feedback } from "@/lib/contract/feedback";
import { canonicalJson } from "@/lib/json/canonical";
import { toStorableText } from "@/lib/json/decode";
import type { Connection, Database } from "@/service/store/connections/database";
import { TEXT_COLUMNS, readFeedback } from "./feedback-row";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { ensureProjects } from "@/service/store/projects/projects";
import type { NewFeedback } from "./feedback-store";
import type { WriteRefusal } from "@/service/store/calls/call-write";

const COLUMNS = [...TEXT_COLUMNS, "payload"] as const;

const INSERT = {
  name: "insert_feedback",
  text: `
  insert into feedback (${COLUMNS.join(", ")})
  select * from unnest(${COLUMNS.map((_, place) => `$${place + 1}::text[]`).join(", ")})
  on conflict (project_id, id) do nothing returning ${COLUMNS.join(", ")}, created_at`,
};

const FIND = {
  name: "find_feedback",
  text: `select f.* from unnest($1::text[], $2::text[]) as sent (project_id, id)
    join feedback f on f.project_id = sent.project_id and f.id = sent.id`,
};

const REPLACE = {
  name: "replace_feedback",
  text: `
  update feedback set created_at = clock_timestamp(),
    ${COLUMNS.map((column, place) => `${column} = $${place + 1}`).join(", ")}
  where project_id = $1 and id = $2 returning ${COLUMNS.join(", ")}, created_at`,
};

const CONFLICT: WriteRefusal = {
  code: "conflict",
  message: "feedback with this ID already exists with different content",
};

/** Returns the stored record for a known id with the same content; throws `conflict` for other content. */
export async function createFeedback(database: Database, feedback: NewFeedback): Promise<Feedback> {
  const message = oversized(feedback);
  if (message) throw new AppError("invalid", message, { errors: [{ path: "core_ref", message }] });
  await ensureProjects(database, new Set([feedback.project_id]));
  const [answer = CONFLICT] = await insert(database, [feedback]);
  if ("code" in answer) throw new AppError(answer.code, answer.message);
  return answer;
}

/** Like `createFeedback`, in one transaction, with an error in the position of each rejected record. */
export async function createFeedbackBatch(
  database: Database,
  batch: readonly NewFeedback[],
): Promise<(Feedback | WriteRefusal)[]> {
  const messages = batch.map(oversized);
  const valid = batch.filter((_, place) => messages[place] === undefined);
  if (valid.length > 0) await ensureProjects(database, new Set(valid.map(({ project_id }) => project_id)));
  const answers = await database.transaction((connection) => insert(connection, valid));
  return messages.map((message) => (message ? { code: "invalid", message } : (answers.shift() ?? CONFLICT)));
}

/** Replaces the record with this id, as of now; undefined if there is none. */
export async function replaceFeedback(database: Database, feedback: NewFeedback): Promise<Feedback | undefined> {
  const message = oversized(feedback);
  if (message) throw new AppError("invalid", message, { errors: [{ path: "core_ref", message }] });
  const [row] = await database.query(
    REPLACE,
    COLUMNS.map((column) => storable(feedback, column)),
  );
  return row && readFeedback(row);
}

/**
 * Of two concurrent records with the same id, the primary key decides which is stored; the other is compared with it.
 */
async function insert(connection: Connection, batch: readonly NewFeedback[]): Promise<(Feedback | WriteRefusal)[]> {
  if (batch.length === 0) return [];
  // Two batches that claim the same ids in the same order cannot deadlock.
  const sorted = batch.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const inserted = await connection.query(INSERT, arraysOf(COLUMNS, sorted));
  const stored = new Map(inserted.map(readFeedback).map((one) => [keyOf(one), one]));
  const others = batch.filter((one) => !stored.has(keyOf(one)));
  const found = others.length === 0 ? [] : await connection.query(FIND, arraysOf(["project_id", "id"], others));
  for (const one of found.map(readFeedback)) stored.set(keyOf(one), one);
  return batch.map((sent) => {
    const one = stored.get(keyOf(sent));
    return one && isSame(one, sent) ? one : CONFLICT;
  });
}

function arraysOf(columns: readonly (typeof COLUMNS)[number][], batch: readonly NewFeedback[]): unknown[] {
  return columns.map((column) => batch.map((feedback) => storable(feedback, column)));
}

function oversized({ project_id, core_ref }: NewFeedback): string | undefined {
  return oversizedName({ project_id, core_ref });
}

function keyOf({ project_id, id }: Pick<NewFeedback, "project_id" | "id">): string {
  return `${project_id}\n${id}`;
}

function isSame(stored: Feedback, sent: NewFeedback): boolean {
  const sameTexts = TEXT_COLUMNS.every((column) => stored[column] === storable(sent, column));
  return sameTexts && canonicalJson(stored.payload) === canonicalJson(sent.payload);
}

function storable(feedback: NewFeedback, column: (typeof COLUMNS)[number]): string | undefined {
  if (column === "payload") return feedback.payload.text;
  const text = feedback[column];
  return text === undefined ? undefined : toStorableText(text);
}
