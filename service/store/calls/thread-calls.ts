import type { Query } from "@/lib/contract/expression";
import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { Pricing } from "@/service/store/costs/call-costs";
import type { FoundCalls } from "@/service/store/search/candidates";
import type { Parameters } from "@/service/store/sql/parameters";
import { callFields } from "./columns";
import { FeedbackFields } from "./feedback-fields";
import { selection } from "./list-calls";

/** The columns of calls that totals depend on. */
const COLUMNS = `id, trace_id, model, started_at, ${TOKEN_COUNTS.join(", ")}, service_tier, usage_repeated, stated_cost, cost_source,
        cost_repeated, cost_covered, exception`;

/**
 * The calls of some threads, as tables of a `with recursive` whose last one is `c`, with the thread of each as `thread`:
 * those with the thread's id, and those below them that have none, as when only the outermost spans of a trace name their
 * session. `isThread` is the condition on a thread's id after its name; `project` is the parameter with the project.
 */
export function threadCalls(project: string, isThread: string): string {
  // "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
  const children = (of: string) => `cross join lateral (
        select ${COLUMNS} from calls
        where project_id = ${project} and parent_id = ${of}.id and visible and thread_id is null offset 0) child`;
  // Children are only looked for in traces that have calls without a thread.
  return `own as materialized (
      select thread_id as thread, ${COLUMNS} from calls
      where project_id = ${project} and visible and thread_id ${isThread}),
    mixed as materialized (
      select trace_id from (select distinct trace_id from own) traces
      where exists (
        select from calls where project_id = ${project} and trace_id = traces.trace_id and visible
          and thread_id is null and parent_id is not null offset 0)),
    below as (
      select own.thread, child.* from own ${children("own")}
      where (own.trace_id in (select trace_id from mixed)) is true and child.trace_id = own.trace_id
      union all
      select below.thread, child.* from below ${children("below")} where child.trace_id = below.trace_id),
    c as materialized (select * from own union all select * from below)`;
}

interface MatchingCalls {
  query: Query;
  pricing?: Pricing;
  /** Include all calls that match. */
  candidates?: FoundCalls;
}

/** The threads of the calls that match a query: that of each, or if it has none, of the first call above that has one. */
export function threadsOfCalls(
  { query, pricing, candidates }: MatchingCalls,
  project: string,
  parameters: Parameters,
): string {
  const fields = callFields(project, "all", pricing, new FeedbackFields(project, { ofThreads: true }));
  const conditions = selection({ query }, fields, project, parameters, candidates);
  // The limit makes the planner use one key lookup per call; otherwise it would read the whole project.
  return `with recursive found (thread_id, trace_id, parent_id) as (
      select c.thread_id, c.trace_id, c.parent_id from calls c ${fields.joins()} where ${conditions.join(" and ")}
      union
      select a.thread_id, a.trace_id, a.parent_id from found cross join lateral (
        select * from calls where project_id = ${project} and id = found.parent_id limit 1) a
      where found.thread_id is null and a.trace_id = found.trace_id and a.visible)
    select thread_id from found where thread_id is not null`;
}
