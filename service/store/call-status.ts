/**
 * The calls above a failed call of the same trace, as (trace_id, id): `descendant_error` unless they failed or run
 * themselves. Read from the failed calls up, so that it is right in whatever order calls arrive; a failed call on the
 * way up ends it, because that one starts its own. `traces` narrows the failed calls to begin with.
 */
export function aboveFailures(project: string, traces?: string): string {
  return `with recursive above (trace_id, id) as (
      select f.trace_id, f.parent_id from calls f
      where f.project_id = ${project} and f.visible and f.exception is not null and f.parent_id is not null
      ${traces ? `and f.trace_id = any(${traces})` : ""}
    union
      select a.trace_id, a.parent_id from above
      join calls a on a.project_id = ${project} and a.id = above.id and a.trace_id = above.trace_id
      where a.visible and a.exception is null and a.parent_id is not null)
    select trace_id, id from above`;
}

/** The status of call `c` as a value. */
export function callStatus(project: string): string {
  return `case when c.exception is not null then 'error' when c.ended_at is null then 'running'
    when ${failedBelow(project)} then 'descendant_error' else 'success' end`;
}

/** The condition that call `c` has a status: as `callStatus` says, but in a form that an index can serve. */
export function hasStatus(project: string, status: string): string {
  const ended = "c.exception is null and c.ended_at is not null";
  switch (status) {
    case "error":
      return "c.exception is not null";
    case "running":
      return "(c.exception is null and c.ended_at is null)";
    case "descendant_error":
      return `(${ended} and ${failedBelow(project)})`;
    case "success":
      return `(${ended} and not ${failedBelow(project)})`;
    default:
      return "false";
  }
}

function failedBelow(project: string): string {
  return `((c.trace_id, c.id) in (${aboveFailures(project)}))`;
}
