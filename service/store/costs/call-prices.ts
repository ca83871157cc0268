import { PROMPT_LIMITS } from "@/lib/contract/call-kinds";
import { PRICED_MODELS } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import type { Parameters } from "@/service/store/sql/parameters";
import { requiredText } from "@/service/store/sql/row";

/**
 * The calls that a price is for: of a model, from `from` (inclusive) to `to` (exclusive), and where it has tiers of a
 * service tier, with prompts of more than `above` tokens and at most `upTo`.
 */
export type PricedSpan = {
  model: string;
  from: string;
  to: string | undefined;
  /** Empty for calls without one. */
  serviceTier?: string;
  above?: number;
  upTo?: number;
};

/**
 * Joins each call `c` with the span of the price that applies to it, as `priced`: `place` is the index of the span in
 * the list, null if the call has no price. Group by it and price the sums, which gives the same result.
 */
export function joinPrices(spans: readonly PricedSpan[], parameters: Parameters, above = promptAbove("c")): string {
  const columns = spanColumns(spans, parameters);
  return `left join (
      select *, ordinality - 1 as place
      from unnest(${Object.values(columns).join(", ")}) with ordinality as span (${Object.keys(columns).join(", ")}, ordinality)
    ) priced on priced.model = c.model and c.started_at >= priced.starts and c.started_at < priced.ends
      and ${isOfTier(spans, "c", above)}`;
}

/** What spans are joined by, as bound arrays by the name of their column. */
export function spanColumns(spans: readonly PricedSpan[], parameters: Parameters): Record<string, string> {
  const texts = (of: (span: PricedSpan) => string) => parameters.add(spans.map(of), "text[]");
  return {
    model: texts(({ model }) => model),
    starts: `${texts(({ from }) => from)}::timestamptz[]`,
    ends: `${texts(({ to }) => to ?? "infinity")}::timestamptz[]`,
    service_tier: texts(({ serviceTier }) => serviceTier ?? ANY_TIER),
    above: `${texts(({ above = 0 }) => String(above))}::bigint[]`,
    up_to: `${texts(({ upTo }) => String(upTo ?? NO_LIMIT))}::bigint[]`,
  };
}

const ANY_TIER = "any";
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Whether the price `priced` is for the tier of `call`, whose prompt is longer than `above` (`promptAbove`). */
export function isOfTier(spans: readonly PricedSpan[], call: string, above: string): string {
  // Most projects use no such price, and their statements are as simple as before.
  if (spans.every(({ serviceTier, above: limit = 0, upTo }) => serviceTier === undefined && limit === 0 && !upTo))
    return "true";
  return `priced.service_tier in ('${ANY_TIER}', coalesce(${call}.service_tier, ''))
      and ${above} >= priced.above and ${above} < priced.up_to`;
}

/** The greatest of `PROMPT_LIMITS` that the prompt of a call exceeds; 0 if it exceeds none. */
export function promptAbove(call: string): string {
  const prompt = `coalesce(${call}.prompt_tokens, ${call}.cached_tokens, ${call}.cache_write_tokens)`;
  const cases = PROMPT_LIMITS.toReversed().map((limit) => `when ${prompt} > ${limit} then ${limit}`);
  return `case ${cases.join(" ")} else 0 end`;
}

const PROMPT = "coalesce(c.prompt_tokens, c.cached_tokens, c.cache_write_tokens)";
const WRITTEN = atMost("c.cache_write_tokens", `${PROMPT} - coalesce(${atMost("c.cached_tokens", PROMPT)}, 0)`);

/**
 * The tokens to be priced of the calls `c` of a group. Cached tokens are part of the prompt tokens and never more than
 * those; they are limited for each call, because a sum would hide an excess.
 */
export const PRICED_TOKENS = `sum(${PROMPT}) as prompt_tokens,
  sum(${atMost("c.cached_tokens", PROMPT)}) as cached_tokens,
  sum(${WRITTEN}) as cache_write_tokens,
  sum(${atMost("c.cache_write_1h_tokens", `coalesce(${WRITTEN}, 0)`)}) as cache_write_1h_tokens,
  sum(c.completion_tokens) as completion_tokens`;

/** The lesser value; null if there are no such tokens, unlike `least`. */
function atMost(tokens: string, limit: string): string {
  return `case when ${tokens} > ${limit} then ${limit} else ${tokens} end`;
}

const NEXT_MODEL = `select c.model from calls c where c.project_id = $1 and c.visible and c.model is not null`;

/**
 * The models that calls of the project used, by name; at most `PRICED_MODELS`. Steps from one to the next with
 * the index, whatever the number of calls.
 */
export async function listModels(database: Database, projectId: string): Promise<string[]> {
  const rows = await database.query(
    `with recursive seen (model) as (
        (${NEXT_MODEL} order by c.model limit 1)
      union all
        select (${NEXT_MODEL} and c.model > seen.model order by c.model limit 1) from seen where seen.model is not null)
     select model from seen where model is not null limit $2`,
    [projectId, PRICED_MODELS],
  );
  return rows.map((row) => requiredText(row, "model"));
}
