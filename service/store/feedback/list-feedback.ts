import { type Query, fieldPath } from "@/lib/contract/expression";
import type { Feedback, FeedbackQuery } from "@/lib/contract/feedback";
import { PURGE_ROWS } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import { TEXT_COLUMNS, readFeedback } from "./feedback-row";
import { jsonPath } from "@/service/store/sql/json-path";
import { Parameters } from "@/service/store/sql/parameters";
import { type Listing, readList, rowBatches } from "@/service/store/connections/row-batches";
import { orderBy, sortOf } from "@/service/store/sql/sort";
import type { FieldResolver } from "@/service/store/sql/sql-value";
import { compileQuery } from "@/service/store/sql/where";

/** Batches of records in the given order, by default newest first. */
export async function* listFeedback(
  database: Database,
  query: FeedbackQuery,
  signal: AbortSignal,
): AsyncGenerator<Partial<Feedback>[]> {
  const listing = listingOf(query);
  yield* readList(database, listing, signal, async function* (connection) {
    for await (const rows of rowBatches(connection, listing))
      yield rows.map((row) => pick(readFeedback(row), query.fields));
  });
}

/** All records on the objects with these refs, oldest first. */
export async function readFeedbackOn(
  database: Database,
  projectId: string,
  refs: readonly string[],
): Promise<Feedback[]> {
  const rows = await database.scans.query(
    "select * from feedback where project_id = $1 and core_ref = any($2::text[]) order by created_at, id",
    [projectId, refs],
  );
  return rows.map(readFeedback);
}

function listingOf(query: FeedbackQuery): Listing {
  const parameters = new Parameters();
  const conditions = [`f.project_id = ${parameters.add(query.project_id, "text")}`];
  if (query.query) conditions.push(compileQuery(query.query, { resolve: resolveField }, parameters));
  const sortBy = query.sort_by?.length ? query.sort_by : [{ field: "created_at", direction: "desc" as const }];
  const sort = sortOf(sortBy, resolveField, parameters);
  const text = `select f.* from feedback f ${sort.joins} where ${conditions.join(" and ")} ${orderBy(sort.keys)}
    limit ${parameters.add(query.limit ?? null, "bigint")} offset ${parameters.add(query.offset ?? 0, "bigint")}`;
  return { text, values: parameters.values, wide: true, limit: query.limit ?? undefined };
}

function pick(feedback: Feedback, fields: FeedbackQuery["fields"]): Partial<Feedback> {
  if (!fields) return feedback;
  return Object.fromEntries(fields.map((field) => [field, feedback[field]]));
}

/** Returns the number of records removed: at most `PURGE_ROWS`, the oldest first. */
export async function purgeFeedback(database: Database, projectId: string, query: Query): Promise<number> {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const rows = await database.query(
    `delete from feedback where project_id = ${project} and id in (
       select f.id from feedback f where f.project_id = ${project}
         and ${compileQuery(query, { resolve: resolveField }, parameters)}
       order by f.created_at, f.id limit ${PURGE_ROWS})
     returning id`,
    parameters.values,
  );
  return rows.length;
}

/** The fields that feedback is filtered and sorted by. */
export const resolveField: FieldResolver = (path, parameters) => {
  const column = TEXT_COLUMNS.find((name) => name === path);
  if (column) return { sql: `f.${column}`, type: "text" };
  if (path === "created_at") return { sql: "f.created_at", type: "time" };
  const [root, ...inside] = fieldPath(path) ?? [];
  if (root !== "payload") return undefined;
  if (inside.length > 0) return jsonPath("f.payload", [inside], parameters);
  return { sql: "loupe_jsonb(f.payload)", type: "json", searchable: "loupe_jsonb(f.payload)::text" };
};
