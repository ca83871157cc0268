import { AppError } from "@/lib/contract/app-error";
import { type CallRow, type CallsQuery } from "@/lib/contract/calls";
import { hasRelation } from "@/lib/contract/expression-parts";
import { type Choice, choiceOf, pick } from "./choice";
import { type CallFields, PAYLOAD_JOIN, callFields, readsPayload, selectList } from "./columns";
import { OverviewReader } from "./overview";
import { readCallRow } from "./call-row";
import type { Pricing } from "@/service/store/costs/call-costs";
import { filterConditions } from "./filter";
import { callsOrder } from "./order";
import { columnConditions, tracesOf } from "./related-traces";
import { callsOf, reachOf } from "./roots";
import type { Connection, Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import type { Row } from "@/service/store/sql/row";
import { type Listing, isShort, readList, rowBatches } from "@/service/store/connections/row-batches";
import {
  type Candidates,
  type FoundCalls,
  type RelatedIds,
  findRelated,
  searchIndex,
} from "@/service/store/search/candidates";
import { type Sort, afterAnchor, orderBy } from "@/service/store/sql/sort";
import { compileQuery } from "@/service/store/sql/where";

/** A list, with what determines costs if it depends on them; with `statuses` each overview has at least the status. */
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
  /**
   * The same list among only calls that have the feedback by which it is sorted, since they come before all others: at
   * first the first of them.
   */
  givenTexts?: readonly string[];
  /** Whether the same list is first read among only the newest calls: the related calls of all take long to find. */
  nearFirst?: boolean;
}

interface PlanOptions {
  /** Calls that include all selected ones. */
  candidates?: readonly string[];
  /** Calls that include those that relations look for. */
  related?: RelatedIds;
  /** Plans the list among only this many calls, the first in its order. */
  near?: number;
}

/** Number of calls that are searched one by one before all are searched at once, in parallel. */
const NEAREST_CALLS = 10_000;
/** Number of calls with feedback of which a page is probably among the first. */
const GIVEN_CALLS = 1_000;
const NEAR_CALLS = [NEAREST_CALLS, 100_000];
/** Numbers of calls whose traces are searched for related calls before all traces are. */
const NEAR_RELATED = [500, NEAREST_CALLS];

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
 * The conditions that select the calls of a list or a count: those of the query, and further ones on columns of `calls`.
 * If candidates are given, they include all selected calls and those that relations look for.
 */
export function selection(
  query: Pick<CallsQuery, "filter" | "query">,
  fields: CallFields,
  project: string,
  parameters: Parameters,
  candidates?: FoundCalls,
  further: readonly string[] = [],
): string[] {
  const limits = candidates?.ids ? [`c.id = any(${parameters.add(candidates.ids, "text[]")})`, ...further] : further;
  const conditions = [`c.project_id = ${project}`, "c.visible", ...limits];
  if (query.filter) conditions.push(...filterConditions(query.filter, project, parameters));
  const scope = fields.scope(() => tracesOf(query, project, parameters, limits), candidates?.related);
  if (query.query) conditions.push(compileQuery(query.query, scope, parameters));
  return conditions;
}

function planList(query: CallsListQuery, { candidates, related, near }: PlanOptions = {}): ListPlan {
  const parameters = new Parameters();
  const project = parameters.add(query.project_id, "text");
  const sortBy = query.sort_by?.length ? query.sort_by : [{ field: "started_at", direction: "asc" as const }];
  const isBounded = typeof query.newest === "number";
  const isPage = !isBounded && typeof query.limit === "number" && sortBy[0]?.field === "started_at";
  const statuses = query.statuses === true && !query.include_overview && !query.columns?.includes("overview");
  const choice = choiceOf(statuses ? { ...query, include_overview: true } : query);
  const { columns } = choice;
  const limit = query.limit ?? undefined;
  const wide = [...columns].some((column) => column !== "storage_size_bytes" && readsPayload(column));
  const sortsAll = !isPage && !isBounded && isShort({ wide: false, limit });
  const reach = sortsAll ? reachOf(query.filter) : isPage || isBounded ? "first" : "all";
  const fields = callFields(project, reach, query.pricing);
  const limits = candidates ? [`c.id = any(${parameters.add(candidates, "text[]")})`] : [];
  const basics = selection({ filter: query.filter }, fields, project, parameters, undefined, limits);
  const traces = () =>
    near === undefined ? tracesOf(query, project, parameters, limits) : "select near.trace_id from near";
  const scope = fields.scope(traces, related);
  const sought = query.query ? [compileQuery(query.query, scope, parameters)] : [];
  const readsText = fields.usesPayload();
  // Which calls are the newest does not depend on what they are sorted by.
  const soughtJoins = fields.joins();
  const sort = callsOrder(sortBy, fields, parameters);
  const chosenPayloads = [...columns].some(readsPayload) ? PAYLOAD_JOIN : "";
  const payloads = fields.usesPayload() ? "" : chosenPayloads;
  const join = `${payloads} ${isBounded ? fields.sortJoins() : fields.joins()}`;
  const withs: string[] = [];
  let among = "";
  if (isBounded) {
    const newest = `order by c.started_at desc, c.id desc limit ${parameters.add(query.newest, "bigint")}`;
    withs.push(`chosen as materialized (select c.project_id, c.id
      from calls c ${soughtJoins} where ${[...basics.splice(0), ...sought.splice(0)].join(" and ")} ${newest})`);
    basics.push(`c.project_id = ${project}`);
    among = "join chosen on chosen.project_id = c.project_id and chosen.id = c.id";
  }
  if (query.after_id) {
    withs.push(`anchor as materialized (${anchorOf(sort, fields, project, parameters.add(query.after_id, "text"))})`);
    basics.push(afterAnchor(sort.keys, "anchor"));
  }
  const where = [...basics, ...sought].join(" and ");
  const order = orderBy(sort.keys);
  if (near !== undefined) {
    const first = [...basics, ...columnConditions(query.query, project, parameters)].join(" and ");
    withs.push(`near as materialized (select * from calls c where ${first} ${order} limit ${near})`);
  }
  const head = withs.length > 0 ? `with ${withs.join(", ")}` : "";
  const page = `limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(query.offset ?? 0, "bigint")}`;
  const list = (calls: string, condition: string, joins = join) =>
    `${head} select ${selectList(columns, project)} from ${calls} c ${among} ${joins} ${sort.joins} where ${condition} ${order} ${page}`;
  // All selected calls are found before the first of them are read.
  const foundFirst = () =>
    list(
      "calls",
      `c.project_id = ${project} and c.id in (select c.id from calls c ${fields.joins()} where ${where} offset 0)`,
      `${payloads} ${fields.sortJoins()}`,
    );
  const listing = {
    projectId: query.project_id,
    ...choice,
    statuses,
    afterId: query.after_id ?? undefined,
    wide,
    limit,
    text: list(near === undefined ? "calls" : "near", where),
    values: parameters.values,
  };
  // All selected calls are sorted, by as few columns as possible, before the page is read.
  const sortedFirst = (condition: string) => {
    const keys = sort.keys.map((key, place) => ({ ...key, sql: `page.k${place}` }));
    // In a "with": its estimated cost would hide what reading the page costs, and all calls would be read for each.
    const sorted = `page as materialized (
        select c.id, ${sort.keys.map(({ sql }, place) => `${sql} as k${place}`).join(", ")}
        from ${callsOf(project, query.filter)} c ${fields.joins()} ${sort.joins} where ${condition} ${order} ${page})`;
    return `with ${[...withs, sorted].join(", ")} select ${selectList(columns, project)} from page
      join calls c on c.project_id = ${project} and c.id = page.id ${chosenPayloads} ${orderBy(keys)}`;
  };
  const given = fields.feedback.tableOf(sortBy[0]?.field ?? "");
  if (given && sortsAll && !readsText && !wide) {
    const hasValue = `${sort.keys[0]?.sql} is not null`;
    const after = query.after_id ? afterAnchor(sort.keys, "anchor") : "true";
    const first = `select c.id from (${given.table}) ${given.name} cross join lateral (select ${given.name}.id) c
      ${sort.joins} where ${hasValue} and ${after} ${order} limit ${GIVEN_CALLS}`;
    const all = sortedFirst(`${where} and ${given.name}.id is not null and ${hasValue}`);
    return {
      ...listing,
      text: sortedFirst(where),
      givenTexts: sortBy.length > 1 ? [all] : [list("calls", `${where} and c.id in (${first})`), all],
    };
  }
  if (sortsAll) return { ...listing, text: sortedFirst(where) };
  if (!isPage || sortBy.length > 1 || !isShort(listing)) return listing;
  if (near !== undefined) return listing;
  if (query.query && hasRelation(query.query.$expr)) return { ...listing, nearFirst: true, text: foundFirst() };
  if (!readsText) return listing;
  // In order, so that only the payloads of the page are read.
  if (candidates)
    return { ...listing, text: list(`(select * from calls c where ${basics.join(" and ")} ${order} offset 0)`, where) };
  return {
    ...listing,
    nearTexts: NEAR_CALLS.map((near) =>
      list(`(select * from calls c where ${basics.join(" and ")} ${order} limit ${near})`, where),
    ),
    text: foundFirst(),
  };
}

/** The sort keys of a call that may no longer be selected. */
function anchorOf({ keys, joins }: Sort, fields: CallFields, project: string, id: string): string {
  const columns = keys.map(({ sql }, place) => `${sql} as k${place}`).join(", ");
  const itself = `c.project_id = ${project} and c.id = ${id} and c.visible`;
  return `select ${columns} from calls c ${fields.sortJoins()} ${joins} where ${itself}`;
}

async function* readBatches(
  connection: Connection,
  query: CallsListQuery,
  planned: ListPlan,
): AsyncGenerator<CallRow[]> {
  if (planned.afterId !== undefined) await checkAnchor(connection, planned.projectId, planned.afterId);
  const overviews = planned.columns.has("overview") ? new OverviewReader(connection, planned.projectId) : undefined;
  const sought = await searchIndex(connection, query);
  const related = await findRelated(connection, query);
  const plan = related.size > 0 ? planList(query, { related }) : planned;
  for (const nearText of plan.nearTexts?.slice(0, nearSteps(plan, sought)) ?? []) {
    const near = await connection.query(nearText, plan.values);
    if (near.length === 0 || near.length !== plan.limit) continue;
    yield await toCallRows(near, plan, overviews);
    return;
  }
  for (const givenText of plan.givenTexts ?? []) {
    const given = await connection.query(givenText, plan.values);
    if (given.length === plan.limit) return yield await toCallRows(given, plan, overviews);
  }
  for (const near of plan.nearFirst && !sought ? NEAR_RELATED : []) {
    const { text, values } = planList(query, { near, related });
    const rows = await connection.query(text, values);
    if (rows.length === plan.limit) return yield await toCallRows(rows, plan, overviews);
  }
  const candidates = await sought?.ids();
  const rest = candidates ? planList(query, { candidates, related }) : plan;
  const readsAll = rest.nearTexts !== undefined || rest.nearFirst === true;
  if (readsAll) await connection.query(LOOK_THROUGH_ALL);
  for await (const rows of rowBatches(connection, rest)) yield await toCallRows(rows, rest, overviews);
  if (readsAll) await connection.query("commit");
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
