/** The hour that contains a time, as in `call_hours`. */
const hourOf = (time: string) => `date_trunc('hour', ${time}, 'UTC')`;

/**
 * Marks hours whose calls change in this transaction, so that their roll-up is not used until it has been repeated:
 * those of the calls `changed` (rows with `project_id`, `started_at` and `parent_id`), and of their parents, whose
 * tokens count if no child reports any.
 */
export function markStale(changed: string): string {
  return `insert into stale_call_hours (project_id, starts_at)
    select project_id, ${hourOf("started_at")} from ${changed} changed where started_at is not null
    union
    select parent.project_id, ${hourOf("parent.started_at")}
    from ${changed} changed join calls parent
      on parent.project_id = changed.project_id and parent.id = changed.parent_id and parent.visible`;
}

/** The number of visible calls of a project: from roll-ups where they exist, otherwise one by one. */
export const countOfProject = (project: string) => `(
    select coalesce(sum(h.calls), 0)::bigint from call_hours h
    where h.project_id = ${project} and not exists (
      select from stale_call_hours s where s.project_id = ${project} and s.starts_at = h.starts_at)
  ) + (
    select count(*) from (select distinct s.starts_at from stale_call_hours s where s.project_id = ${project}) stale
    join calls c on c.project_id = ${project} and c.visible
      and c.started_at >= stale.starts_at and c.started_at < stale.starts_at + interval '1 hour')`;
