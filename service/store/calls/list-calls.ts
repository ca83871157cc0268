import { AppError } from "@/lib/contract/app-error";
import { type CallRow, type CallsQuery } from "@/lib/contract/calls";
import { type Choice, choiceOf, pick } from "./choice";
import { PAYLOAD_JOIN, callFields, readsPayload, selectList } from "./columns";
import { OverviewReader } from "./overview";
import { readCallRow } from "./call-row";
import type { Pricing } from "@/service/store/costs/call-costs";
import { filterConditions } from "./filter";
import { type CallsOrder, callsOrder } from "./order";
import type { Connection, Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import type { Row } from "@/service/store/sql/row";
import { type Listing, isShort, readList, rowBatches } from "@/service/store/connections/row-batches";
import { type Candidates, searchIndex } from "@/service/store/search/candidates";
import { afterAnchor, orderBy } from "@/service/store/sql/sort";
import { compileQuery } from "@/service/store/sql/where";

/** A list, with what determines costs if it is sorted by them; with `statuses` each overview has at least the status. */
export type CallsListQuery = CallsQuery & { pricing?: Pricing; statuses?: boolean };

interface ListPlan extends Listing, Choice {
  projectId: string;
  afterId: string | undefined;
  /** Reads only the status and the latency if no overview is selected. */
  statuses: boolean;
  /**
   * The same list among only the first calls, at first very few: they usually contain the page, which is then found
   * quickly.
   */
  nearTexts?: readonly string[];
}

const NO_PRICES: Pricing = { prices: [], basis: "prices" };

/** Number of calls that are searched one by one before all are searched at once, in parallel. */
const NEAREST_CALLS = 10_000;
const NEAR_CALLS = [NEAREST_CALLS, 100_000];

// Ids are not ordered by time, so reading two tables in the order of their ids would read both at random.
const LOOK_THROUGH_ALL =
  "begin read only; set local enable_mergejoin = off; set local work_mem = '64MB'; set local hash_mem_multiplier = 4";

/**
 * Batches of rows in the given order (by default by start, ascending; ties by id), in bounded memory; stops
 * the query when the signal aborts. Throws `invalid` for an unknown field of a sort or query, or an unknown
 * `after_id`, and `unavailable` when a statement takes too long.
 */
export async function* listCalls(
  database: Database,
  query: CallsListQuery,
  signal: AbortSignal,
): AsyncGenerator<CallRow[]> {
  const plan = planList(query);
  yield* readList(database, plan, signal, (connection) => readBatches(connection, query, plan));
}

/**
 * The conditions that select the calls of a list or a count. If candidates are given, they include all selected calls.
 */
export function selection(
  query: Pick<CallsQuery, "filter" | "query">,
  fields: ReturnType<typeof callFields>,
  project: string,
  parameters: Parameters,
  candidates?: readonly string[],
): string[] {
  const conditions = [`c.project_id = ${project}`, "c.visible"];
  if (candidates) conditions.push(`c.id = any(${parameters.add(candidates, "text[]")})`);
  if (query.filter) conditions.push(...filterConditions(query.filter, project, parameters));
  if (query.query) conditions.push(compileQuery(query.query, fields.resolve, parameters));
  return conditions;
}

function planList(query: CallsListQuery, candidates?: readonly string[]): ListPlan {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const sortBy = query.sort_by?.length ? query.sort_by : [{ field: "started_at", direction: "asc" as const }];
  const isBounded = typeof query.newest === "number";
  const isPage = !isBounded && typeof query.limit === "number" && sortBy[0]?.field === "started_at";
  const fields = callFields(project, isPage || isBounded ? "first" : "all");
  const basics = selection({ filter: query.filter }, fields, project, parameters, candidates);
  const sought = query.query ? [compileQuery(query.query, fields.resolve, parameters)] : [];
  const readsText = fields.usesPayload();
  const known = { projectId: query.project_id, resolve: fields.resolve, pricing: query.pricing ?? NO_PRICES };
  const sort = callsOrder(sortBy, known, parameters);
  const statuses = query.statuses === true && !query.include_overview && !query.columns?.includes("overview");
  const choice = choiceOf(statuses ? { ...query, include_overview: true } : query);
  const { columns } = choice;
  const join = fields.usesPayload() || [...columns].some(readsPayload) ? PAYLOAD_JOIN : "";
  const withs: string[] = [];
  let joins = sort.joinsOf("chosen");
  if (isBounded || sort.isByCost) {
    const newest = isBounded
      ? `order by c.started_at desc, c.id desc limit ${parameters.add(query.newest, "bigint")}`
      : "";
    withs.push(`chosen as materialized (select c.project_id, c.id, c.trace_id, c.parent_id
      from calls c ${readsText ? PAYLOAD_JOIN : ""} where ${[...basics.splice(0), ...sought.splice(0)].join(" and ")} ${newest})`);
    basics.push(`c.project_id = ${project}`);
    joins = `join chosen on chosen.project_id = c.project_id and chosen.id = c.id ${joins}`;
  }
  if (query.after_id) {
    withs.push(`anchor as materialized (${anchorOf(sort, project, parameters.add(query.after_id, "text"))})`);
    basics.push(afterAnchor(sort.keys, "anchor"));
  }
  const limit = query.limit ?? undefined;
  const where = [...basics, ...sought].join(" and ");
  const head = withs.length > 0 ? `with ${withs.join(", ")}` : "";
  const order = orderBy(sort.keys);
  const page = `limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(query.offset ?? 0, "bigint")}`;
  const list = (calls: string, condition: string) =>
    `${head} select ${selectList(columns, project)} from ${calls} c ${join} ${joins} where ${condition} ${order} ${page}`;
  const listing = {
    projectId: query.project_id,
    ...choice,
    statuses,
    afterId: query.after_id ?? undefined,
    wide: [...columns].some((column) => column !== "storage_size_bytes" && readsPayload(column)),
    limit,
    text: list("calls", where),
    values: parameters.values,
  };
  if (!readsText || !isPage || sortBy.length > 1 || !isShort(listing)) return listing;
  // In order, so that only the payloads of the page are read.
  if (candidates)
    return { ...listing, text: list(`(select * from calls c where ${basics.join(" and ")} ${order} offset 0)`, where) };
  return {
    ...listing,
    nearTexts: NEAR_CALLS.map((near) =>
      list(`(select * from calls c where ${basics.join(" and ")} ${order} limit ${near})`, where),
    ),
    text: list(
      "calls",
      `c.project_id = ${project} and c.id in (select c.id from calls c ${PAYLOAD_JOIN} where ${where} offset 0)`,
    ),
  };
}

/** The sort keys of a call that may no longer be selected. */
function anchorOf({ keys, joinsOf }: CallsOrder, project: string, id: string): string {
  const columns = keys.map(({ sql }, place) => `${sql} as k${place}`).join(", ");
  const itself = `c.project_id = ${project} and c.id = ${id} and c.visible`;
  const shown = `(select c.project_id, c.id, c.trace_id, c.parent_id from calls c where ${itself})`;
  return `select ${columns} from calls c ${PAYLOAD_JOIN} ${joinsOf(shown)} where ${itself}`;
}

async function* readBatches(connection: Connection, query: CallsListQuery, plan: ListPlan): AsyncGenerator<CallRow[]> {
  if (plan.afterId !== undefined) await checkAnchor(connection, plan.projectId, plan.afterId);
  const overviews = plan.columns.has("overview") ? new OverviewReader(connection, plan.projectId) : undefined;
  const sought = await searchIndex(connection, query);
  for (const nearText of plan.nearTexts?.slice(0, nearSteps(plan, sought)) ?? []) {
    const near = await connection.query(nearText, plan.values);
    if (near.length === 0 || near.length !== plan.limit) continue;
    yield await toCallRows(near, plan, overviews);
    return;
  }
  const candidates = await sought?.ids();
  const rest = candidates ? planList(query, candidates) : plan;
  if (rest.nearTexts) await connection.query(LOOK_THROUGH_ALL);
  for await (const rows of rowBatches(connection, rest)) yield await toCallRows(rows, rest, overviews);
  if (rest.nearTexts) await connection.query("commit");
}

/** The attempts among near calls: one if enough candidates are near, all of them without candidates. */
function nearSteps({ limit = 0 }: ListPlan, candidates: Candidates | undefined): number {
  if (!candidates) return NEAR_CALLS.length;
  return (candidates.count / candidates.of) * NEAREST_CALLS > 2 * limit ? 1 : 0;
}

async function toCallRows(rows: Row[], plan: ListPlan, reader: OverviewReader | undefined): Promise<CallRow[]> {
  const overviews = await (plan.statuses ? reader?.readStatuses(rows) : reader?.read(rows));
  return rows.map((row, place) => pick({ ...readCallRow(row), overview: overviews?.[place] }, plan));
}

async function checkAnchor(connection: Connection, projectId: string, id: string): Promise<void> {
  const rows = await connection.query("select 1 from calls where project_id = $1 and id = $2 and visible", [
    projectId,
    id,
  ]);
  if (rows.length > 0) return;
  const message = "is not a call of this project";
  throw new AppError("invalid", `after_id ${message}`, { errors: [{ path: "after_id", message }] });
}
