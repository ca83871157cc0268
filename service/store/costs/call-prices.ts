import { PRICED_MODELS } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import type { Parameters } from "@/service/store/sql/parameters";
import { requiredText } from "@/service/store/sql/row";

/** The time in which a price of a model is in effect: from `from` (inclusive) to `to` (exclusive). */
export type PricedSpan = { model: string; from: string; to: string | undefined };

/**
 * Joins each call `c` with the span of the price that applies to it, as `priced`: `place` is the index of the span in
 * the list, null if the call has no price. Group by it and price the sums, which gives the same result.
 */
export function joinPrices(spans: readonly PricedSpan[], parameters: Parameters): string {
  const models = parameters.add(
    spans.map(({ model }) => model),
    "text[]",
  );
  const from = parameters.add(
    spans.map((span) => span.from),
    "text[]",
  );
  const to = parameters.add(
    spans.map((span) => span.to ?? "infinity"),
    "text[]",
  );
  return `left join (
      select model, starts, ends, ordinality - 1 as place
      from unnest(${models}, ${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as span (model, starts, ends)
    ) priced on priced.model = c.model and c.started_at >= priced.starts and c.started_at < priced.ends`;
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
  sum(${atMost("c.cache_write_1h_tokens", WRITTEN)}) as cache_write_1h_tokens,
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
