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

/**
 * Whether the parent of call `call`, which has one, has not arrived: then it is the root of what is below it. The mark of
 * an orphan may remain after its parent has arrived; it is in no index of calls, so it is read by itself.
 */
const isOrphan = (project: string, call: string) => `(
    (select self.orphan from calls self where self.project_id = ${project} and self.id = ${call}.id)
    and not exists (
      select from calls parent
      where parent.project_id = ${project} and parent.id = ${call}.parent_id and parent.visible))`;

/** Whether `call` is a root. */
export const isRoot = (project: string, call: string) => `(${call}.parent_id is null or ${isOrphan(project, call)})`;

/**
 * The calls that the root `call` stands for if its parent has not arrived: it and those below it in its trace. None for
 * another call. A root without a parent stands for its whole trace.
 */
// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
export const callsOfOrphan = (project: string, call: string) => `(
    with recursive below (id) as (
        select ${call}.id where ${call}.parent_id is not null and ${isOrphan(project, call)}
      union
        select child.id from below cross join lateral (
          select id from calls
          where project_id = ${project} and parent_id = below.id and trace_id = ${call}.trace_id and visible offset 0) child)
    select one.* from below cross join lateral (
      select * from calls where project_id = ${project} and id = below.id offset 0) one)`;
