import { AppError } from "@/lib/contract/app-error";
import type { Feedback } from "@/lib/contract/feedback";
import { canonicalJson } from "@/lib/json/canonical";
import { toStorableText } from "@/lib/json/decode";
import { mapInTurns, sortInTurns } from "@/lib/limit/turns";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { TEXT_COLUMNS, readFeedback } from "./feedback-row";
import { maskFeedback } from "@/service/store/masking/mask-writes";
import { writtenCounts } from "@/service/store/operations/written-counts";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { requiredText } from "@/service/store/sql/row";
import { byProject } from "@/service/store/projects/by-project";
import { ensureProjects } from "@/service/store/projects/projects";
import type { NewFeedback } from "./feedback-store";
import type { WriteRefusal } from "@/service/store/calls/call-write";

const COLUMNS = [...TEXT_COLUMNS, "payload"] as const;
/** Without the project, which is the first parameter of each statement. */
const OWN_COLUMNS = COLUMNS.filter((column) => column !== "project_id");

/** Each record is created a microsecond after the one before it in its batch ($3, from $2 on), so that they stay in order. */
const INSERT = {
  name: "insert_feedback",
  text: `
  insert into feedback (project_id, created_at, ${OWN_COLUMNS.join(", ")})
  select $1::text, $2::timestamptz + place * interval '1 microsecond', ${OWN_COLUMNS.join(", ")}
  from unnest($3::bigint[], ${OWN_COLUMNS.map((_, place) => `$${place + 4}::text[]`).join(", ")})
    as sent (place, ${OWN_COLUMNS.join(", ")})
  on conflict (project_id, id) do nothing returning ${COLUMNS.join(", ")}, created_at`,
};

const FIND = {
  name: "find_feedback",
  text: "select f.* from feedback f where f.project_id = $1::text and f.id = any($2::text[])",
};

const LOCK = {
  name: "lock_feedback",
  text: "select from feedback f where f.project_id = $1::text and f.id = $2 for update",
};

const REPLACE = {
  name: "replace_feedback",
  text: `
  update feedback set created_at = $2::timestamptz,
    ${OWN_COLUMNS.map((column, place) => `${column} = $${place + 3}`).join(", ")}
  where project_id = $1 and id = $3 returning ${COLUMNS.join(", ")}, created_at`,
};

/** Records that one statement inserts: what the driver and this process do with them is not divided. */
const ROWS_AT_ONCE = 200;

const CONFLICT: WriteRefusal = {
  code: "conflict",
  message: "feedback with this ID already exists with different content",
};

/** Those of some ids that records of a project have. */
export async function knownFeedback(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database.query(KNOWN, [projectId, [...ids]]);
  return new Set(rows.map((row) => requiredText(row, "id")));
}

const KNOWN = {
  name: "known_feedback",
  text: "select f.id from feedback f where f.project_id = $1::text and f.id = any($2::text[])",
};

/** Returns the stored record for a known id with the same content; throws `conflict` for other content. */
export async function createFeedback(database: Database, sent: NewFeedback): Promise<Feedback> {
  const [feedback = sent] = await maskFeedback(database, [sent]);
  const message = oversized(feedback);
  if (message) throw new AppError("invalid", message, { errors: [{ path: "core_ref", message }] });
  await ensureProjects(database, new Set([feedback.project_id]));
  const [answer = CONFLICT] = await insert(database, [feedback]);
  if ("code" in answer) throw new AppError(answer.code, answer.message);
  writtenCounts(database).feedback += 1;
  return answer;
}

/** Like `createFeedback`, in one transaction, with an error in the position of each rejected record. */
export async function createFeedbackBatch(
  database: Database,
  sent: readonly NewFeedback[],
): Promise<(Feedback | WriteRefusal)[]> {
  const batch = await maskFeedback(database, sent);
  const messages = await mapInTurns(batch, oversized);
  const valid = batch.filter((_, place) => messages[place] === undefined);
  if (valid.length > 0) await ensureProjects(database, new Set(valid.map(({ project_id }) => project_id)));
  const answers = await database.transaction((connection) => insert(connection, valid));
  writtenCounts(database).feedback += answers.filter((answer) => !("code" in answer)).length;
  let stored = 0;
  return messages.map((message) => {
    if (message) return { code: "invalid", message };
    stored += 1;
    return answers[stored - 1] ?? CONFLICT;
  });
}

/** Replaces the record with this id, as of now; undefined if there is none. */
export async function replaceFeedback(database: Database, sent: NewFeedback): Promise<Feedback | undefined> {
  const [feedback = sent] = await maskFeedback(database, [sent]);
  const message = oversized(feedback);
  if (message) throw new AppError("invalid", message, { errors: [{ path: "core_ref", message }] });
  const { project_id, id } = feedback;
  return database.transaction(async (connection) => {
    await connection.query(LOCK, [project_id, id]);
    const values = OWN_COLUMNS.map((column) => storable(feedback, column));
    const [row] = await connection.query(REPLACE, [project_id, await readClock(connection), ...values]);
    return row && readFeedback(row);
  });
}

/**
 * Of two concurrent records with the same id, the primary key decides which is stored; the other is compared with it.
 */
async function insert(connection: Connection, batch: readonly NewFeedback[]): Promise<(Feedback | WriteRefusal)[]> {
  const stored = new Map<string, Feedback>();
  const now = await readClock(connection);
  const placeOf = new Map(batch.map((one, place) => [one, place]));
  for (const [projectId, ofProject] of byProject(batch, ({ project_id }) => project_id)) {
    // Two batches that claim the same ids in the same order cannot deadlock.
    const sorted = await sortInTurns(ofProject, (a, b) => (a.id < b.id ? -1 : 1));
    for (let from = 0; from < sorted.length; from += ROWS_AT_ONCE) {
      const some = sorted.slice(from, from + ROWS_AT_ONCE);
      const values = OWN_COLUMNS.map((column) => some.map((feedback) => storable(feedback, column)));
      const inserted = await connection.query(INSERT, [projectId, now, some.map((one) => placeOf.get(one)), ...values]);
      for (const one of inserted.map(readFeedback)) stored.set(keyOf(one), one);
      const others = some.filter((one) => !stored.has(keyOf(one))).map(({ id }) => id);
      const found = others.length === 0 ? [] : await connection.query(FIND, [projectId, others]);
      for (const one of found.map(readFeedback)) stored.set(keyOf(one), one);
    }
  }
  return mapInTurns(batch, (sent) => {
    const one = stored.get(keyOf(sent));
    return one && isSame(one, sent) ? one : CONFLICT;
  });
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
