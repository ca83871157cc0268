import type { Cost } from "@/lib/contract/costs";
import type { CostBasis } from "@/lib/contract/projects";
import type { PricedSpan } from "./call-prices";
import { countsOnce, countsStated } from "@/service/store/calls/usage";
import type { Parameters } from "@/service/store/sql/parameters";

/** A price of a model and the time in which it is in effect. */
type PriceSpan = PricedSpan & { price: Cost };

const PROMPT = "coalesce(u.prompt_tokens, u.cached_tokens, u.cache_write_tokens)::numeric";
const CACHED = `least(coalesce(u.cached_tokens, 0)::numeric, ${PROMPT})`;
const WRITTEN = `least(coalesce(u.cache_write_tokens, 0)::numeric, ${PROMPT} - ${CACHED})`;
const PROMPT_COST = `(${PROMPT} - ${CACHED} - ${WRITTEN}) * priced.prompt + ${CACHED} * priced.cached + ${WRITTEN} * priced.written`;

/** What determines costs: the prices of models, and whether costs that clients state count. */
export type Pricing = { prices: readonly PriceSpan[]; basis: CostBasis };

const STATED_UNIT = "USD";

/** The currencies of costs, in a fixed order. */
export function currencies({ prices, basis }: Pricing): string[] {
  const units = prices.flatMap(({ price }) => [price.prompt_token_cost_unit, price.completion_token_cost_unit]);
  return [...new Set(basis === "stated" ? [...units, STATED_UNIT] : units)].toSorted();
}

/**
 * The cost of each of the calls `shown` of a project (a table of id, trace_id and parent_id) in each currency, as a
 * list shows it: for a root that of its whole trace, as stated by clients if that counts, else at the prices in effect
 * when its calls started. A table of id, a0, a1 … in the order of `currencies`, null where there is neither.
 */
export function costsOf(
  shown: string,
  { project, prices, basis }: Pricing & { project: string },
  parameters: Parameters,
): string {
  const texts = (of: (span: PriceSpan) => string) => parameters.add(prices.map(of), "text[]");
  const rates = (of: (price: Cost) => number) => `${texts(({ price }) => String(of(price)))}::numeric[]`;
  const columns = {
    model: texts(({ model }) => model),
    starts: `${texts(({ from }) => from)}::timestamptz[]`,
    ends: `${texts(({ to }) => to ?? "infinity")}::timestamptz[]`,
    prompt: rates((price) => price.prompt_token_cost),
    completion: rates((price) => price.completion_token_cost),
    cached: rates((price) => price.cache_read_input_token_cost ?? price.prompt_token_cost),
    written: rates((price) => price.cache_creation_input_token_cost ?? price.prompt_token_cost),
    prompt_unit: texts(({ price }) => price.prompt_token_cost_unit),
    completion_unit: texts(({ price }) => price.completion_token_cost_unit),
  };
  const isStated = basis === "stated";
  const byPrice = isStated ? `(${countsOnce("u")} and not u.cost_covered)` : countsOnce("u");
  const stated = isStated ? `case when ${countsStated("u")} then u.stated_cost::numeric end` : "null::numeric";
  const amounts = currencies({ prices, basis }).map(
    (unit, place) => `sum(part.amount) filter (where part.unit = ${parameters.add(unit, "text")}) as a${place}`,
  );
  return `select shown.id, ${amounts.join(", ")}
    from ${shown} shown cross join lateral (
      select u.*, ${byPrice} as by_price, ${stated} as stated
      from calls u where u.project_id = ${project} and u.trace_id = shown.trace_id and u.visible
        and shown.parent_id is null and (${byPrice} or ${stated} is not null)
      union all
      select u.*, ${isStated ? "u.stated_cost is null" : "true"}, ${isStated ? "u.stated_cost::numeric" : "null::numeric"}
      from calls u where u.project_id = ${project} and u.id = shown.id and shown.parent_id is not null) u
    left join unnest(${Object.values(columns).join(", ")}) priced (${Object.keys(columns).join(", ")})
      on u.by_price and priced.model = u.model and u.started_at >= priced.starts and u.started_at < priced.ends
    cross join lateral (values ('${STATED_UNIT}', u.stated), (priced.prompt_unit, ${PROMPT_COST}),
      (priced.completion_unit, u.completion_tokens::numeric * priced.completion)) part (unit, amount)
    group by shown.id`;
}
