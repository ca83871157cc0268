import type { Cost } from "@/lib/contract/costs";
import { byCurrency, MAIN_CURRENCY } from "@/lib/contract/currencies";
import type { CostBasis } from "@/lib/contract/projects";
import { type PricedSpan, isOfTier, promptAbove, spanColumns } from "./call-prices";
import { callsOfOrphan, isRoot } from "@/service/store/calls/roots";
import { IS_STORED_ROOT, countsOnce, countsStated, reportsUsage } from "@/service/store/calls/usage";
import { isStale } from "@/service/store/statistics/stale-traces";
import type { Parameters } from "@/service/store/sql/parameters";
import type { SqlValue } from "@/service/store/sql/sql-value";

/** A price of a model and the time in which it is in effect. */
type PriceSpan = PricedSpan & { price: Cost };

const PROMPT = "coalesce(u.prompt_tokens, u.cached_tokens, u.cache_write_tokens)::numeric";
const CACHED = `least(coalesce(u.cached_tokens, 0)::numeric, ${PROMPT})`;
const WRITTEN = `least(coalesce(u.cache_write_tokens, 0)::numeric, ${PROMPT} - ${CACHED})`;
const WRITTEN_1H = `least(coalesce(u.cache_write_1h_tokens, 0)::numeric, ${WRITTEN})`;
const UNCACHED = `${PROMPT} - ${CACHED} - ${WRITTEN}`;

/** The parts of the cost of `u` at the price that applies, with their currencies. */
const costParts = (uncached: string, cached: string, written: string, written1h: string) => `
    (${uncached}) * priced.prompt + ${cached} * priced.cached + (${written} - ${written1h}) * priced.written
      + ${written1h} * priced.written_1h as prompt_cost,
    u.completion_tokens::numeric * priced.completion as completion_cost, priced.prompt_unit, priced.completion_unit`;

/**
 * What determines costs: the prices of models, and whether costs that clients state count; and the currency that comes
 * first where calls are compared by cost.
 */
export type Pricing = { prices: readonly PriceSpan[]; basis: CostBasis; mainCurrency?: string };

const STATED_UNIT = MAIN_CURRENCY;

/** What the price of a call and its cost at that price depend on. */
const PRICED_COLUMNS = [
  "model",
  "started_at",
  "prompt_tokens",
  "completion_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "cache_write_1h_tokens",
  "service_tier",
] as const;

export const NO_PRICES: Pricing = { prices: [], basis: "prices" };

/** The currencies of costs, the main one first: rows are sorted by their amounts in each, one after another. */
function currencies({ prices, basis, mainCurrency = MAIN_CURRENCY }: Pricing): string[] {
  const units = prices.flatMap(({ price }) => [price.prompt_token_cost_unit, price.completion_token_cost_unit]);
  const ordered = [...new Set(basis === "stated" ? [...units, STATED_UNIT] : units)].toSorted(byCurrency);
  return [...ordered.filter((unit) => unit === mainCurrency), ...ordered.filter((unit) => unit !== mainCurrency)];
}

/** The prices as a table `priced`, with the conditions of its join. */
function joinPriced(prices: readonly PriceSpan[], condition: string, parameters: Parameters): string {
  const texts = (of: (span: PriceSpan) => string) => parameters.add(prices.map(of), "text[]");
  const rates = (of: (price: Cost) => number) => `${texts(({ price }) => String(of(price)))}::numeric[]`;
  const columns = {
    ...spanColumns(prices, parameters),
    prompt: rates((price) => price.prompt_token_cost),
    completion: rates((price) => price.completion_token_cost),
    cached: rates((price) => price.cache_read_input_token_cost ?? price.prompt_token_cost),
    written: rates((price) => price.cache_creation_input_token_cost ?? price.prompt_token_cost),
    written_1h: rates(
      ({
        prompt_token_cost: prompt,
        cache_creation_input_token_cost: written,
        cache_creation_1h_input_token_cost: hour,
      }) => hour ?? written ?? prompt,
    ),
    prompt_unit: texts(({ price }) => price.prompt_token_cost_unit),
    completion_unit: texts(({ price }) => price.completion_token_cost_unit),
  };
  return `left join unnest(${Object.values(columns).join(", ")}) priced (${Object.keys(columns).join(", ")})
      on ${condition}`;
}

/** The sums of parts of costs, and of stated costs: a0, a1 … in the order of `currencies`. */
function amountsOf(pricing: Pricing, parameters: Parameters): string {
  const sums = currencies(pricing).map((currency, place) => {
    const unit = parameters.add(currency, "text");
    const parts = [
      `sum(prompt_cost) filter (where prompt_unit = ${unit})`,
      `sum(completion_cost) filter (where completion_unit = ${unit})`,
      ...(pricing.basis === "stated" && currency === STATED_UNIT ? ["sum(stated)"] : []),
    ];
    const sum = parts.map((part) => `coalesce(${part}, 0)`).join(" + ");
    return `case when num_nonnulls(${parts.join(", ")}) > 0 then ${sum} end as a${place}`;
  });
  return sums.join(", ");
}

/**
 * The cost of each of the calls `shown` of a project (a table like `calls`, with `is_root`) in each currency, as a
 * list shows it: for a root that of its whole trace, as stated by clients if that counts, else at the prices in effect
 * when its calls started. A table of id, a0, a1 … in the order of `currencies`, null where there is neither.
 */
function costsOf(shown: string, project: string, pricing: Pricing, parameters: Parameters): string {
  const isStated = pricing.basis === "stated";
  const { byPrice, stated } = chargesIn(pricing);
  return `select id, ${amountsOf(pricing, parameters)}
    from (
      select shown.id, u.stated, ${costParts(UNCACHED, CACHED, WRITTEN, WRITTEN_1H)}
      from ${shown} shown cross join lateral (
        select ${PRICED_COLUMNS.join(", ")}, ${byPrice} as by_price, ${stated} as stated
        from calls u where u.project_id = ${project} and u.trace_id = shown.trace_id and u.visible
          and shown.parent_id is null and (${byPrice} or ${stated} is not null)
        union all
        select ${PRICED_COLUMNS.join(", ")}, ${byPrice}, ${stated}
        from ${callsOfOrphan(project, "shown")} u where shown.is_root and (${byPrice} or ${stated} is not null)
        union all
        select ${PRICED_COLUMNS.map((column) => `shown.${column}`).join(", ")}, ${isStated ? "shown.stated_cost is null" : "true"},
          ${isStated ? "shown.stated_cost::numeric" : "null::numeric"}
        where not shown.is_root) u
      ${joinPriced(pricing.prices, isPriced(pricing), parameters)}) parts
    group by id`;
}

/** Whether the tokens of a call `u` count at their price, and the stated cost that counts. */
function chargesIn({ basis }: Pricing): { byPrice: string; stated: string } {
  return basis === "stated"
    ? {
        byPrice: `(${countsOnce("u")} and not u.cost_covered)`,
        stated: `case when ${countsStated("u")} then u.stated_cost::numeric end`,
      }
    : { byPrice: countsOnce("u"), stated: "null::numeric" };
}

const isPriced = ({ prices }: Pricing) =>
  `u.by_price and priced.model = u.model and u.started_at >= priced.starts and u.started_at < priced.ends
      and ${isOfTier(prices, "u", promptAbove("u"))}`;

/**
 * The costs of the calls of a table by one of its columns, in the same way: the query of a table of that column, a0, a1 …
 * in the order of `currencies`, and the names of these.
 */
export function groupedCosts(
  calls: string,
  column: string,
  pricing: Pricing,
  parameters: Parameters,
): { query: string; amounts: string[] } | undefined {
  const units = currencies(pricing);
  if (units.length === 0) return undefined;
  const { byPrice, stated } = chargesIn(pricing);
  const query = `select ${column}, ${amountsOf(pricing, parameters)}
    from (
      select u.${column}, u.stated, ${costParts(UNCACHED, CACHED, WRITTEN, WRITTEN_1H)}
      from (select u.*, ${byPrice} as by_price, ${stated} as stated from ${calls} u) u
      ${joinPriced(pricing.prices, isPriced(pricing), parameters)}
      where u.by_price or u.stated is not null) parts
    group by ${column}`;
  return { query, amounts: units.map((_, place) => `a${place}`) };
}

/**
 * The same for each root, as stored (statistics/trace-totals.ts): a table of trace_id, root_id, a0, a1 … A price of one that
 * `is_cut` changed between its first and last call, so that its calls must be read.
 */
function storedCosts(project: string, pricing: Pricing, parameters: Parameters): string {
  const byPrice = pricing.basis === "stated" ? "not u.cost_covered" : "true";
  const overlaps = `${byPrice} and priced.model = u.model and priced.starts <= u.last_start and priced.ends > u.first_start
    and ${isOfTier(pricing.prices, "u", "u.above_tokens")}`;
  const costs =
    pricing.basis === "stated" ? "(priced.model is not null or u.stated_cost is not null)" : "priced.model is not null";
  // "offset 0": the costs are computed before the rows are grouped, because those with the prices are wide.
  return `select trace_id, root_id, ${amountsOf(pricing, parameters)}, coalesce(bool_or(is_cut), false) as is_cut
    from (
      select u.trace_id, u.root_id, u.stated_cost as stated,
        priced.starts > u.first_start or priced.ends <= u.last_start as is_cut,
        ${costParts("u.uncached_tokens", "coalesce(u.cached_tokens, 0)", "coalesce(u.cache_write_tokens, 0)", "coalesce(u.cache_write_1h_tokens, 0)")}
      from trace_usage u ${joinPriced(pricing.prices, overlaps, parameters)}
      where u.project_id = ${project} and ${costs} offset 0) parts
    group by trace_id, root_id`;
}

/**
 * The costs of each call `c` as a list shows them, one value for each of `currencies`, and the joins that they need
 * beside `joinTotals`.
 */
export function shownCosts(
  project: string,
  pricing: Pricing,
  parameters: Parameters,
): { amounts: SqlValue[]; joins: string } {
  const units = currencies(pricing);
  if (units.length === 0) return { amounts: [], joins: "" };
  const stale = isStale(project);
  const isRead = `(${stale} or not ${IS_STORED_ROOT} or coalesce(stored_costs.is_cut, false))`;
  const mayCost = `(${stale} or ${IS_STORED_ROOT} or ${reportsUsage("c")} or c.stated_cost is not null)`;
  const columns = ["id", "trace_id", "parent_id", ...PRICED_COLUMNS, "stated_cost"].map((column) => `c.${column}`);
  const root = `case when ${stale} then ${isRoot(project, "c")} else ${IS_STORED_ROOT} end`;
  const shown = `(select ${columns.join(", ")}, ${root} as is_root where ${isRead} and ${mayCost})`;
  const joins = `left join (${storedCosts(project, pricing, parameters)}) stored_costs
      on stored_costs.trace_id = c.trace_id
        and stored_costs.root_id = case when c.parent_id is null then '' else c.id end
    left join lateral (${costsOf(shown, project, pricing, parameters)}) read_costs on true`;
  const amounts = units.map((_, place): SqlValue => ({
    sql: `case when ${isRead} then read_costs.a${place} else stored_costs.a${place} end`,
    type: "number",
  }));
  return { amounts, joins };
}
