import { AppError } from "@/lib/contract/app-error";
import { type Query, fieldPath } from "@/lib/contract/expression";
import type { Feedback, FeedbackQuery } from "@/lib/contract/feedback";
import { canonicalJson } from "@/lib/contract/json/canonical";
import { toStorableText } from "@/lib/contract/json/decode";
import { JsonText } from "@/lib/contract/json/text";
import { PURGE_ROWS } from "@/lib/contract/limits";
import type { Database } from "./database";
import { jsonPath } from "./json-path";
import { oversizedName } from "./name-bytes";
import { Parameters } from "./parameters";
import { ensureProjects } from "./projects";
import { type Row, optionalJson, optionalText, requiredText } from "./row";
import { orderBy, sortOf } from "./sort";
import type { FieldResolver } from "./sql-value";
import type { NewFeedback } from "./store";
import { compileQuery } from "./where";

const TEXT_COLUMNS = [
  "project_id",
  "id",
  "core_ref",
  "feedback_type",
  "creator",
  "annotation_ref",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
  "ext_user_id",
] as const satisfies (keyof NewFeedback)[];
const COLUMNS = [...TEXT_COLUMNS, "payload"];

const INSERT = {
  name: "insert_feedback",
  text: `
  insert into feedback (${COLUMNS.join(", ")}) values (${COLUMNS.map((_, place) => `$${place + 1}`).join(", ")})
  on conflict (project_id, id) do nothing returning ${COLUMNS.join(", ")}, created_at`,
};

/** See `Store.createFeedback`. Two at once with one id: the key decides which is stored, the other is compared. */
export async function createFeedback(database: Database, feedback: NewFeedback): Promise<Feedback> {
  const { project_id, core_ref } = feedback;
  const message = oversizedName({ project_id, core_ref });
  if (message) throw new AppError("invalid", message, { errors: [{ path: "core_ref", message }] });
  await ensureProjects(database, new Set([project_id]));
  const values = TEXT_COLUMNS.map((column) => storable(feedback[column]));
  const [inserted] = await database.query(INSERT, [...values, feedback.payload.text]);
  if (inserted) return readFeedback(inserted);
  const [stored] = await database.query("select * from feedback where project_id = $1 and id = $2", [
    project_id,
    feedback.id,
  ]);
  if (stored && isSame(readFeedback(stored), feedback)) return readFeedback(stored);
  throw new AppError("conflict", "feedback with this id exists and has other content");
}

function isSame(stored: Feedback, sent: NewFeedback): boolean {
  const sameTexts = TEXT_COLUMNS.every((column) => stored[column] === (storable(sent[column]) ?? undefined));
  return sameTexts && canonicalJson(stored.payload) === canonicalJson(sent.payload);
}

function storable(text: string | null | undefined): string | undefined {
  return text === null || text === undefined ? undefined : toStorableText(text);
}

/** See `Store.queryFeedback`. */
export async function queryFeedback(database: Database, query: FeedbackQuery): Promise<Partial<Feedback>[]> {
  const parameters = new Parameters();
  const conditions = [`f.project_id = ${parameters.add(query.project_id, "text")}`];
  if (query.query) conditions.push(compileQuery(query.query, resolveField, parameters));
  const sortBy = query.sort_by?.length ? query.sort_by : [{ field: "created_at", direction: "desc" as const }];
  const sort = sortOf(sortBy, resolveField, parameters);
  const rows = await database.query(
    `select f.* from feedback f ${sort.joins} where ${conditions.join(" and ")} ${orderBy(sort.keys)}
     limit ${parameters.add(query.limit ?? null, "bigint")} offset ${parameters.add(query.offset ?? 0, "bigint")}`,
    parameters.values,
  );
  return rows.map((row) => pick(readFeedback(row), query.fields));
}

function pick(feedback: Feedback, fields: FeedbackQuery["fields"]): Partial<Feedback> {
  if (!fields) return feedback;
  return Object.fromEntries(fields.map((field) => [field, feedback[field]]));
}

/** See `Store.purgeFeedback`: at most `PURGE_ROWS` at a time, the oldest first. */
export async function purgeFeedback(database: Database, projectId: string, query: Query): Promise<number> {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const rows = await database.query(
    `delete from feedback where project_id = ${project} and id in (
       select f.id from feedback f where f.project_id = ${project}
         and ${compileQuery(query, resolveField, parameters)}
       order by f.created_at, f.id limit ${PURGE_ROWS})
     returning id`,
    parameters.values,
  );
  return rows.length;
}

const resolveField: FieldResolver = (path, parameters) => {
  const column = TEXT_COLUMNS.find((name) => name === path);
  if (column) return { sql: `f.${column}`, type: "text" };
  if (path === "created_at") return { sql: "f.created_at", type: "time" };
  const [root, ...inside] = fieldPath(path) ?? [];
  if (root !== "payload") return undefined;
  if (inside.length > 0) return jsonPath("f.payload", inside, parameters);
  return { sql: "loupe_jsonb(f.payload)", type: "json", searchable: "loupe_jsonb(f.payload)::text" };
};

function readFeedback(row: Row): Feedback {
  return {
    id: requiredText(row, "id"),
    project_id: requiredText(row, "project_id"),
    core_ref: requiredText(row, "core_ref"),
    feedback_type: requiredText(row, "feedback_type"),
    payload: optionalJson(row, "payload") ?? new JsonText("{}"),
    created_at: requiredText(row, "created_at"),
    creator: optionalText(row, "creator"),
    annotation_ref: optionalText(row, "annotation_ref"),
    runnable_ref: optionalText(row, "runnable_ref"),
    call_ref: optionalText(row, "call_ref"),
    trigger_ref: optionalText(row, "trigger_ref"),
    ext_user_id: optionalText(row, "ext_user_id"),
  };
}
