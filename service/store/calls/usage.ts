import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { TokenUsage } from "@/lib/contract/calls";
import { type Row, optionalNumber } from "@/service/store/sql/row";

function reportsUsage(call: string): string {
  return `num_nonnulls(${TOKEN_COUNTS.map((count) => `${call}.${count}`).join(", ")}) > 0`;
}

/**
 * Whether the usage of a call counts in the total of its trace, so that each token counts once: model calls count, agents
 * and chains never, any other call when none of its children reports usage, since some SDKs repeat that on the parent.
 * Children are found by their parent: were their trace compared by `=`, it would be gone through for each of its calls
 * as long as the database does not know how long it is. To be asked of most calls of a project (`all`), or of `some`,
 * whose children are then looked up one by one.
 */
export function countsOnce(call: string, of: "all" | "some" = "all"): string {
  return `(${reportsUsage(call)} and (${call}.kind in ('llm', 'embedding')
    or (${call}.kind is null or ${call}.kind not in ('agent', 'chain')) and not exists (
      select from calls child
      where child.project_id = ${call}.project_id and child.parent_id = ${call}.id
        and child.trace_id is not distinct from ${call}.trace_id and child.visible and ${reportsUsage("child")}
      ${of === "some" ? "offset 0" : ""})))`;
}

/** The usage of whole traces and the model that most of their calls used: one row per trace that reports either. */
export const TRACE_TOTALS = {
  name: "trace_totals",
  text: `
  select u.trace_id, mode() within group (order by u.model) as model,
    ${TOKEN_COUNTS.map((count) => `sum(u.${count}) filter (where counted.once) as ${count}`).join(", ")}
  from calls u cross join lateral (select ${countsOnce("u")} as once offset 0) counted
  where u.project_id = $1 and u.trace_id = any($2::text[]) and u.visible
    and (u.model is not null or ${reportsUsage("u")})
  group by u.trace_id`,
};

/** The tokens that a list shows for call `c`, for sorts and filters: of a root those of its trace, else its own. */
export function shownTokens(count: (typeof TOKEN_COUNTS)[number]): string {
  return `case when c.parent_id is null then coalesce((
      select sum(u.${count}) from calls u
      where u.project_id = c.project_id and u.trace_id = c.trace_id and u.visible and ${countsOnce("u")}), c.${count})
    else c.${count} end`;
}

/** The model that a list shows for call `c`: for a root that names none, the one most used in its trace. */
export const SHOWN_MODEL = `case when c.parent_id is null and c.model is null then (
    select mode() within group (order by u.model) from calls u
    where u.project_id = c.project_id and u.trace_id = c.trace_id and u.visible)
  else c.model end`;

/** The token columns of a row, if it has any. */
export function usageOf(row: Row): TokenUsage | undefined {
  if (TOKEN_COUNTS.every((count) => row[count] === null)) return undefined;
  return Object.fromEntries(TOKEN_COUNTS.map((count) => [count, optionalNumber(row, count)]));
}
