import type { TokenUsage } from "@/lib/contract/calls";
import { PRICED_TOKENS, type PricedSpan, joinPrices } from "./call-prices";
import { countsOnce, usageOf } from "@/service/store/calls/usage";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalNumber, requiredNumber, requiredText } from "@/service/store/sql/row";

export interface ShownUsageQuery {
  project_id: string;
  ids: readonly string[];
  prices: readonly PricedSpan[];
}

/** Tokens with the same price, an index into the query's list: of the call `id`, or for a root of its trace. */
export interface ShownUsage {
  id: string;
  price?: number;
  count: number;
  usage: TokenUsage;
}

/**
 * The tokens that a list shows for each call (for a root those of its trace), counting each once, by the price that
 * applies.
 */
export async function readShownUsage(database: Database, { project_id, ids, prices }: ShownUsageQuery) {
  const parameters = new Parameters();
  const project = parameters.add(project_id, "text");
  const callIds = parameters.add(ids, "text[]");
  const rows = await database.scans.query(
    `select shown.id, priced.place, count(*) as count, ${PRICED_TOKENS},
       sum(c.total_tokens) as total_tokens, sum(c.reasoning_tokens) as reasoning_tokens
     from calls shown cross join lateral (
       select * from calls c where c.project_id = ${project} and c.trace_id = shown.trace_id and c.visible
         and shown.parent_id is null and ${countsOnce("c")}
       union all
       select * from calls c where c.project_id = ${project} and c.id = shown.id and shown.parent_id is not null) c
     ${joinPrices(prices, parameters)}
     where shown.project_id = ${project} and shown.id = any(${callIds}) and shown.visible
     group by shown.id, priced.place`,
    parameters.values,
  );
  return rows.flatMap((row): ShownUsage[] => {
    const usage = usageOf(row);
    if (!usage || Object.values(usage).every((count) => count === undefined)) return [];
    const counted = { count: requiredNumber(row, "count"), usage };
    return [{ id: requiredText(row, "id"), price: optionalNumber(row, "place"), ...counted }];
  });
}
