import type { CallsFilter } from "@/lib/contract/calls";
import type { Reach } from "./status";

/** The texts of the index `calls_roots`, which together may be too long for an entry of it (2,704 bytes). */
const TEXTS = `project_id || id || trace_id || op_name || coalesce(parent_id, '') || coalesce(display_name, '')
      || coalesce(kind, '') || coalesce(model, '') || coalesce(thread_id, '') || coalesce(user_id, '')
      || coalesce(cost_source, '')`;

/** As the conditions of the indexes have it; a number, since the planner takes "= 1" to be rare and "<> 1" to be usual. */
const IS_WIDE = `(octet_length(${TEXTS}) > 2000)::int`;

// A root lies on a page with other calls of its trace, so reading roots one by one reads nearly all pages of the table.
const rootsOf = (project: string) => `(
    select * from calls where project_id = ${project} and ${IS_WIDE} <> 1 union all
    select * from calls where project_id = ${project} and ${IS_WIDE} = 1)`;

/**
 * The table to read all calls of a filter in `project`, a placeholder, from: if it selects roots, in a form for which the
 * index `calls_roots` is enough, unless other columns than those in it are read.
 */
export function callsOf(project: string, filter: CallsFilter | null | undefined): string {
  return filter?.trace_roots_only ? rootsOf(project) : "calls";
}

/** How statements that read all calls of a filter do so. */
export function reachOf(filter: CallsFilter | null | undefined): Reach {
  return filter?.trace_roots_only ? "roots" : "all";
}
