import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { PRICED_TOKENS } from "@/service/store/costs/call-prices";
import { countsOnce, countsStated } from "@/service/store/calls/usage";
import { LATENCY_BIN, LATENCY_MICROSECONDS, PACK_BINS } from "./latency-bins";

/**
 * The totals of a cell: counts, packed latencies, the number of calls whose tokens count, with their sums, and the number
 * of calls whose stated cost counts, with its sum. Each cell is of one source of stated costs (none where they do not
 * count), and of tokens that either all or none of a stated cost includes.
 */
export const CELL_COLUMNS = [
  "cost_source",
  "cost_covered",
  "calls",
  "errors",
  "latencies",
  "counted",
  ...TOKEN_COUNTS,
  "stated_calls",
  "stated_cost",
] as const;

/** A column that cells are grouped by: an expression over call `c`, and its name in the cells. */
export type CellKey = { name: string; sql: string };

/**
 * The cells of the calls `c` in `from` (with its conditions), one for each combination of keys. Tokens are those to be
 * priced (call-prices.ts), each once. All sums are exact, so that cells may be added in any order.
 */
export function cellsOf(from: string, keys: readonly CellKey[]): string {
  const names = [...keys.map(({ name }) => name), "cost_source", "cost_covered"].join(", ");
  // By position, because a key may have the name of a column of a joined table.
  const places = Array.from({ length: keys.length + 4 }, (_, place) => place + 1).join(", ");
  return `
    select ${names}, sum(calls)::bigint as calls, sum(errors)::bigint as errors, ${PACK_BINS} as latencies,
      coalesce(sum(calls) filter (where once), 0)::bigint as counted,
      ${TOKEN_COUNTS.map((count) => `sum(${count}) filter (where once) as ${count}`).join(", ")},
      coalesce(sum(calls) filter (where cost_source is not null), 0)::bigint as stated_calls,
      sum(stated_cost) as stated_cost
    from (
      select ${keys.map(({ name, sql }) => `${sql} as ${name}`).join(", ")}, ${LATENCY_BIN} as bin,
        ${countsOnce("c")} as once, case when ${countsStated("c")} then c.cost_source end as cost_source, c.cost_covered,
        sum(case when ${countsStated("c")} then c.stated_cost::numeric end) as stated_cost, count(*) as calls, count(*) filter (where c.failed) as errors,
        count(c.latency_ms) as ended, sum(${LATENCY_MICROSECONDS}) as latency_us, ${PRICED_TOKENS},
        sum(c.total_tokens) as total_tokens, sum(c.reasoning_tokens) as reasoning_tokens
      ${from} group by ${places}) binned
    group by ${names}`;
}
