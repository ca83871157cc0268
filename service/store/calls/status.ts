import { isStale, staleTraces } from "@/service/store/statistics/stale-traces";

/**
 * The calls above a failed call of the same trace, as (trace_id, id): `descendant_error` unless they failed or are
 * running themselves. Read upwards from the failed calls `f`, so that the result does not depend on the order of
 * arrival; another failed call on the way ends the walk, because a separate walk starts from it. `among` limits the
 * failed calls to start from.
 */
export function aboveFailures(project: string, among = "true"): string {
  // The limit makes the planner use one key lookup per call; otherwise it would read the whole project.
  return `with recursive above (trace_id, id) as (
      select f.trace_id, f.parent_id from calls f
      where f.project_id = ${project} and f.visible and f.exception is not null and f.parent_id is not null and ${among}
    union
      select a.trace_id, a.parent_id from above cross join lateral (
        select * from calls where project_id = ${project} and id = above.id limit 1) a
      where a.trace_id = above.trace_id and a.visible and a.exception is null and a.parent_id is not null)
    select trace_id, id from above`;
}

/** How a statement reads calls: until it has enough (rows newest first), all of them, or all roots (roots.ts). */
export type Reach = "first" | "all" | "roots";

/** Joins each call `c` with its row if a call below it failed, as stored; for statuses, beside `joinMarks`. */
export const joinFailures = (project: string) => `left join calls_above_failures failing
  on failing.project_id = ${project} and failing.id = c.id and failing.trace_id = c.trace_id`;

/** The status of call `c`, which is visible, as a value. */
export function callStatus(project: string, reach: Reach = "all"): string {
  return `case when c.failed then 'error' when c.latency_ms is null then 'running'
    when ${failedBelow(project, reach)} then 'descendant_error' else 'success' end`;
}

/** The condition that call `c` has a status: equivalent to `callStatus`, but in a form that an index can serve. */
export function hasStatus(project: string, reach: Reach, status: string): string {
  // The columns of the indexes by start and of roots; a call has a latency when it has ended.
  const ended = "not c.failed and c.latency_ms is not null";
  switch (status) {
    case "error":
      return reach === "roots" ? "c.failed" : "c.exception is not null";
    case "running":
      return reach === "roots"
        ? "(not c.failed and c.latency_ms is null)"
        : "(c.exception is null and c.ended_at is null)";
    case "descendant_error":
      return `(${ended} and (c.trace_id, c.id) in (${allAboveFailures(project)}))`;
    case "success":
      return `(${ended} and not ${failedBelow(project, reach)})`;
    default:
      return "false";
  }
}

/** All calls with a failed call below them, as (trace_id, id): as stored, and of the traces of which that may be wrong. */
const allAboveFailures = (project: string) => `
    select stored.trace_id, stored.id from calls_above_failures stored
    where stored.project_id = ${project} and stored.trace_id not in (${staleTraces(project)})
  union all
    select trace_id, id from (${aboveFailures(project, `f.trace_id in (${staleTraces(project)})`)}) read`;

/**
 * The condition that a call below call `c` failed, however the call itself did; needs `joinFailures` and `joinMarks`.
 * Trace by trace if few calls are read; as stored if many are, and all traces at once of which that may be wrong.
 */
export function failedBelow(project: string, reach: Reach): string {
  if (reach !== "first")
    return `(case when ${isStale(project)}
      then (c.trace_id, c.id) in (${aboveFailures(project, `f.trace_id in (${staleTraces(project)})`)})
      else failing.id is not null end)`;
  return `(c.id in (select id from (${aboveFailures(project, "f.trace_id = c.trace_id")}) in_trace))`;
}
