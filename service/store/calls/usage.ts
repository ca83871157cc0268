import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { type CallOverview, type CallUsage, type TokenUsage, callUsage } from "@/lib/contract/calls";
import type { CostBasis } from "@/lib/contract/projects";
import { type Row, optionalNumber, optionalText } from "@/service/store/sql/row";
import { callsOfOrphan, isRoot } from "./roots";
import { isStale, joinMarks } from "@/service/store/statistics/stale-traces";

export function reportsUsage(call: string): string {
  return `num_nonnulls(${TOKEN_COUNTS.map((count) => `${call}.${count}`).join(", ")}) > 0`;
}

/** An agent or a chain reports what the calls below and beside it use; only the whole trace's counts, if no other does. */
export const NEVER_BELOW_ROOT = "coalesce(c.kind in ('agent', 'chain'), false) and c.parent_id is not null";

/**
 * Whether the usage of a call counts in totals, so that each token counts once. The rule itself is in usage-once.ts,
 * which marks the calls whose tokens another one reports too.
 */
export function countsOnce(call: string): string {
  return `(${reportsUsage(call)} and not ${call}.usage_repeated)`;
}

/** Whether the stated cost of a call counts in totals; cost-once.ts marks those that another call states too. */
export function countsStated(call: string): string {
  return `(${call}.stated_cost is not null and not ${call}.cost_repeated)`;
}

/** What `statedCostOf` reads. */
export const STATED_COLUMNS = `c.stated_cost, c.stated_input_cost, c.stated_output_cost, c.cost_source, c.cost_repeated,
  c.cost_covered`;

/**
 * The calls `u` of some traces, with their `trace_id`. "offset 0" and the order force a lookup trace by trace with its
 * index: without table statistics the planner would read the whole project.
 */
export const callsOfTraces = (project: string, traces: string) => `unnest(${traces}) as sent (trace_id)
  cross join lateral (
    select * from calls
    where project_id = ${project} and trace_id >= sent.trace_id and trace_id <= sent.trace_id and visible
    order by trace_id offset 0) u`;

/** Of calls `u` the model with the most tokens that count; of equally many, the one with the most calls. An aggregate. */
const MAIN_MODEL = `(
      select used.model
      from unnest(array_agg(u.model), array_agg(case when ${countsOnce("u")} then
        coalesce(u.total_tokens, coalesce(u.prompt_tokens, 0) + coalesce(u.completion_tokens, 0)) end)) as used (model, tokens)
      where used.model is not null
      group by used.model order by coalesce(sum(used.tokens), 0) desc, count(*) desc, used.model collate "C" limit 1)`;

/** What a list shows of calls `u`: the model with the most tokens, and the tokens that count. */
export const SHOWN_TOTALS = `${MAIN_MODEL} as model,
    ${TOKEN_COUNTS.map((count) => `sum(u.${count}) filter (where ${countsOnce("u")}) as ${count}`).join(", ")}`;

/** What a list shows of the traces $2 of a project $1. */
export const TRACE_TOTALS = {
  name: "trace_totals",
  text: `select u.trace_id, ${SHOWN_TOTALS} from ${callsOfTraces("$1", "$2::text[]")} group by u.trace_id`,
};

/** The same of calls $2 whose parents have not arrived, by their `id`. */
export const ORPHAN_TOTALS = {
  name: "orphan_totals",
  text: `
  select c.id, ${SHOWN_TOTALS}
  from unnest($2::text[]) as sent (id)
  cross join lateral (
    select id, trace_id, parent_id from calls where project_id = $1::text and id = sent.id and visible offset 0) c
  cross join lateral ${callsOfOrphan("$1::text", "c")} u
  group by c.id`,
};

/**
 * Joins each root `c` with its totals that are stored (statistics/trace-totals.ts), and whether these may be wrong;
 * needed by `shownTokens` and `shownModel`.
 */
export const joinTotals = (project: string) => `${joinMarks(project)}
  left join trace_totals totals on totals.project_id = ${project} and totals.trace_id = c.trace_id
    and totals.root_id = case when c.parent_id is null then '' else c.id end`;

/** Whether call `c` is a root according to the totals that are stored, unless these may be wrong; needs `joinTotals`. */
export const IS_STORED_ROOT = "(c.parent_id is null or totals.trace_id is not null)";

/** What `sum` is of the calls `u` of root `c`, read from these; null for other calls. */
const readTotal = (project: string, sum: string) => `case when c.parent_id is null
    then (select ${sum} from calls u where u.project_id = ${project} and u.trace_id = c.trace_id and u.visible)
    else (select ${sum} from ${callsOfOrphan(project, "c")} u) end`;

/** The tokens that a list shows for call `c`, for sorts and filters: for a root those of its trace, else its own. */
export function shownTokens(project: string, count: (typeof TOKEN_COUNTS)[number]): string {
  return `case when ${isStale(project)} then
      case when ${isRoot(project, "c")}
        then ${readTotal(project, `sum(u.${count}) filter (where ${countsOnce("u")})`)} else c.${count} end
    when ${IS_STORED_ROOT} then totals.${count} else c.${count} end`;
}

/** The model that a list shows for call `c`: for a root without one, that of its trace with the most tokens. */
export const shownModel = (project: string) => `case when c.model is not null then c.model
  when ${isStale(project)} then ${readTotal(project, MAIN_MODEL)}
  else totals.model end`;

/** The token columns of a row, if it has any. */
export function usageOf(row: Row): TokenUsage | undefined {
  if (TOKEN_COUNTS.every((count) => row[count] === null)) return undefined;
  return Object.fromEntries(TOKEN_COUNTS.map((count) => [count, optionalNumber(row, count)]));
}

/** What a row's call reports itself. */
export function callUsageOf(row: Row): CallUsage | undefined {
  const usage = usageOf(row);
  const tier = callUsage.shape.service_tier.safeParse(row.service_tier).data;
  return usage && tier ? { ...usage, service_tier: tier } : usage;
}

/** The stated cost of a row, if it has one, and whether one includes its tokens, in a project with this basis. */
export function statedCostOf(row: Row, basis: CostBasis): Pick<CallOverview, "stated_cost" | "cost_covered"> {
  const total = optionalNumber(row, "stated_cost");
  const isUsed = basis === "stated";
  return {
    ...(total !== undefined && {
      stated_cost: {
        total,
        input: optionalNumber(row, "stated_input_cost"),
        output: optionalNumber(row, "stated_output_cost"),
        source: optionalText(row, "cost_source") ?? "",
        use: !isUsed ? "unused" : row.cost_repeated === true ? "repeated" : "counted",
      },
    }),
    ...(isUsed && row.cost_covered === true && { cost_covered: true }),
  };
}
