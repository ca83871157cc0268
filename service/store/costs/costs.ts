import { AppError } from "@/lib/contract/app-error";
import {
  COST_RECORD_FIELDS,
  type Cost,
  type CostQuery,
  costField,
  priceTiers,
  pricingLevel,
} from "@/lib/contract/costs";
import type { Query } from "@/lib/contract/expression";
import { PURGE_ROWS } from "@/lib/contract/limits";
import type { StoredCost } from "./costs-store";
import type { Database } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { Parameters } from "@/service/store/sql/parameters";
import { ensureProjects } from "@/service/store/projects/projects";
import { type Row, optionalDecimal, optionalText, requiredText } from "@/service/store/sql/row";
import { orderBy, sortOf } from "@/service/store/sql/sort";
import type { FieldResolver, SqlValue } from "@/service/store/sql/sql-value";
import { compileQuery } from "@/service/store/sql/where";

/** The fields of a price, and the types with which they are compared. */
const FIELDS = {
  id: "text",
  llm_id: "text",
  provider_id: "text",
  prompt_token_cost: "number",
  completion_token_cost: "number",
  cache_read_input_token_cost: "number",
  cache_creation_input_token_cost: "number",
  cache_creation_1h_input_token_cost: "number",
  tiers: "text",
  prompt_token_cost_unit: "text",
  completion_token_cost_unit: "text",
  effective_date: "time",
  created_by: "text",
  created_at: "time",
  pricing_level: "text",
  source: "text",
  source_date: "text",
} as const satisfies Record<keyof Cost, SqlValue["type"]>;

const STORED = [
  "id",
  "llm_id",
  "provider_id",
  "prompt_token_cost",
  "completion_token_cost",
  "cache_read_input_token_cost",
  "cache_creation_input_token_cost",
  "cache_creation_1h_input_token_cost",
  "tiers",
  "prompt_token_cost_unit",
  "completion_token_cost_unit",
  "effective_date",
  "created_by",
] as const satisfies (keyof StoredCost)[];
const SQL_TYPES = { text: "text", number: "numeric", time: "timestamptz" };
const sqlType = (field: keyof Cost) => SQL_TYPES[FIELDS[field]];

const INSERT = `
  insert into costs (project_id, ${STORED.join(", ")})
  select $1::text, * from unnest(${STORED.map((column, place) => `$${place + 2}::${sqlType(column)}[]`).join(", ")})
  on conflict (project_id, id) do nothing`;

/**
 * All or none, synced to disk when the promise resolves; a known id stays unchanged. Creates the project on first
 * write.
 */
export async function createCosts(database: Database, projectId: string, costs: readonly StoredCost[]): Promise<void> {
  for (const { llm_id, provider_id } of costs) {
    const message = oversizedName({ project_id: projectId, llm_id, provider_id });
    if (message) throw new AppError("invalid", message, { errors: [{ path: `costs.${llm_id}`, message }] });
  }
  if (costs.length === 0) return;
  await ensureProjects(database, new Set([projectId]));
  await database.query(INSERT, [projectId, ...STORED.map((column) => costs.map((cost) => storedValue(cost, column)))]);
}

/** The value of a column; tiers are JSON text. */
function storedValue(cost: Partial<Cost>, column: keyof StoredCost) {
  if (column !== "tiers") return cost[column];
  return cost.tiers && JSON.stringify(cost.tiers);
}

const OWN = `select ${STORED.map((column) => `o.${column}`).join(", ")}, o.created_at, 'project' as pricing_level,
    null as source, null as source_date from costs o`;

/** The rows of the list that is bound as JSON text, with the stored columns. */
function defaultRows(list: string): string {
  return `select ${STORED.map(defaultColumn).join(", ")}, null, 'default', d.source, d.source_date
    from json_to_recordset(${list}::json) as d (
      ${STORED.map((column) => `${column} ${sqlType(column)}`).join(", ")}, source text, source_date text)`;
}

function defaultColumn(column: keyof StoredCost): string {
  return FIELDS[column] === "text" ? `d.${column} collate "C"` : `d.${column}`;
}

/** The project's own prices, and `defaults` when the query includes them; rows have the selected fields. */
export async function queryCosts(
  database: Database,
  query: CostQuery,
  defaults: readonly Cost[],
): Promise<Partial<Cost>[]> {
  const parameters = new Parameters();
  const own = `${OWN} where o.project_id = ${parameters.add(query.project_id, "text")}`;
  const prices = query.include_default_prices
    ? `${own} union all ${defaultRows(parameters.add(JSON.stringify(defaults.map((price) => ({ ...price, tiers: storedValue(price, "tiers") }))), "text"))}`
    : own;
  const condition = query.query ? compileQuery(query.query, { resolve: resolveField }, parameters) : "true";
  const { keys } = sortOf(query.sort_by?.length ? query.sort_by : DEFAULT_SORT, resolveField, parameters);
  const rows = await database.query(
    `select c.* from (${prices}) c where ${condition} ${orderBy(keys)}
     limit ${parameters.add(query.limit ?? null, "bigint")} offset ${parameters.add(query.offset ?? 0, "bigint")}`,
    parameters.values,
  );
  return rows.map((row) => pick(readCost(row), query.fields ?? COST_RECORD_FIELDS));
}

const DEFAULT_SORT: { field: string; direction: "asc" | "desc" }[] = [
  { field: "llm_id", direction: "asc" },
  { field: "effective_date", direction: "desc" },
];

function pick(cost: Cost, fields: readonly (keyof Cost)[]): Partial<Cost> {
  return Object.fromEntries(fields.map((field) => [field, cost[field]]));
}

/** Returns the number of the project's own prices that were removed: at most `PURGE_ROWS`, the oldest first. */
export async function purgeCosts(database: Database, projectId: string, query: Query): Promise<number> {
  const parameters = new Parameters();
  const project = parameters.add(projectId, "text");
  const rows = await database.query(
    `delete from costs where project_id = ${project} and id in (
       select c.id from (${OWN} where o.project_id = ${project}) c
       where ${compileQuery(query, { resolve: resolveField }, parameters)} order by c.created_at, c.id limit ${PURGE_ROWS})
     returning id`,
    parameters.values,
  );
  return rows.length;
}

/** The project's own prices under any of these names. */
export async function readPrices(database: Database, projectId: string, llmIds: readonly string[]): Promise<Cost[]> {
  if (llmIds.length === 0) return [];
  const parameters = new Parameters();
  const conditions = [
    `o.project_id = ${parameters.add(projectId, "text")}`,
    `o.llm_id = any(${parameters.add(llmIds, "text[]")})`,
  ];
  return (await database.query(`${OWN} where ${conditions.join(" and ")}`, parameters.values)).map(readCost);
}

const resolveField: FieldResolver = (path) => {
  const field = costField.options.find((name) => name === path);
  return field && { sql: `c.${field}`, type: FIELDS[field] };
};

function readCost(row: Row): Cost {
  return {
    id: requiredText(row, "id"),
    llm_id: requiredText(row, "llm_id"),
    prompt_token_cost: Number(requiredText(row, "prompt_token_cost")),
    completion_token_cost: Number(requiredText(row, "completion_token_cost")),
    prompt_token_cost_unit: requiredText(row, "prompt_token_cost_unit"),
    completion_token_cost_unit: requiredText(row, "completion_token_cost_unit"),
    effective_date: requiredText(row, "effective_date"),
    provider_id: requiredText(row, "provider_id"),
    cache_read_input_token_cost: optionalDecimal(row, "cache_read_input_token_cost"),
    cache_creation_input_token_cost: optionalDecimal(row, "cache_creation_input_token_cost"),
    cache_creation_1h_input_token_cost: optionalDecimal(row, "cache_creation_1h_input_token_cost"),
    tiers: tiersOf(optionalText(row, "tiers")),
    pricing_level: pricingLevel.parse(row.pricing_level),
    source: optionalText(row, "source"),
    source_date: optionalText(row, "source_date"),
    created_at: optionalText(row, "created_at"),
    created_by: optionalText(row, "created_by"),
  };
}

function tiersOf(json: string | undefined): Cost["tiers"] {
  return json === undefined ? undefined : priceTiers.parse(JSON.parse(json));
}
