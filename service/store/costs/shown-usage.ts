import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { PRICED_TOKENS, type PricedSpan, joinPrices } from "./call-prices";
import { callsOfOrphan, isRoot } from "@/service/store/calls/roots";
import { countsOnce, countsStated, reportsUsage, usageOf } from "@/service/store/calls/usage";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalDecimal, optionalNumber, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { CountedUsage, StatedCosts } from "@/service/store/statistics/call-tally";

export interface ShownUsageQuery {
  project_id: string;
  ids: readonly string[];
  prices: readonly PricedSpan[];
}

/** What a list shows for the call `id`, or for a root for its trace: tokens by price, or stated costs by source. */
export interface ShownUsage {
  id: string;
  usage: CountedUsage[];
  stated: StatedCosts[];
}

/**
 * The tokens and stated costs that a list shows for each call (for a root those of its trace), counting each once: the
 * tokens by the price that applies, the costs by their source.
 */
export async function readShownUsage(database: Database, { project_id, ids, prices }: ShownUsageQuery) {
  const parameters = new Parameters();
  const project = parameters.add(project_id, "text");
  const callIds = parameters.add(ids, "text[]");
  // Of a trace those that count, of a single call its own, whether or not it counts in totals.
  const callsOf = (counts: string, own: string) => `from calls shown cross join lateral (
      select c.*, c.cost_covered as covered from calls c
      where c.project_id = ${project} and c.trace_id = shown.trace_id and c.visible
        and shown.parent_id is null and ${counts}
      union all
      select c.*, c.cost_covered from ${callsOfOrphan(project, "shown")} c where ${counts}
      union all
      select c.*, c.stated_cost is not null from calls c
      where c.project_id = ${project} and c.id = shown.id and not ${isRoot(project, "shown")} and ${own}) c`;
  const isShown = `where shown.project_id = ${project} and shown.id = any(${callIds}) and shown.visible`;
  const rows = await database.scans.query(
    `select shown.id, priced.place, c.covered, count(*) as count, ${PRICED_TOKENS},
       sum(c.total_tokens) as total_tokens, sum(c.reasoning_tokens) as reasoning_tokens,
       null as cost_source, null::numeric as stated_cost
     ${callsOf(countsOnce("c"), reportsUsage("c"))}
     ${joinPrices(prices, parameters)}
     ${isShown}
     group by shown.id, priced.place, c.covered
     union all
     select shown.id, null, false, count(*), ${TOKEN_COUNTS.map(() => "null").join(", ")}, c.cost_source, sum(c.stated_cost::numeric)
     ${callsOf(countsStated("c"), "c.stated_cost is not null")}
     ${isShown}
     group by shown.id, c.cost_source`,
    parameters.values,
  );
  const shown = new Map<string, ShownUsage>();
  for (const row of rows) {
    const id = requiredText(row, "id");
    const of = shown.get(id) ?? { id, usage: [], stated: [] };
    shown.set(id, of);
    const count = requiredNumber(row, "count");
    const [source, amount] = [optionalText(row, "cost_source"), optionalDecimal(row, "stated_cost")];
    const usage = usageOf(row);
    if (source !== undefined && amount !== undefined) of.stated.push({ source, count, amounts: [amount] });
    else if (usage) of.usage.push({ price: optionalNumber(row, "place"), covered: row.covered === true, count, usage });
  }
  return [...shown.values()];
}
