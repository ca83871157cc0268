/** Marks traces ($2) whose calls change, in the same transaction: what is stored of them may be wrong from now on. */
export const MARK_STALE_TRACES = {
  name: "mark_stale_traces",
  text: `insert into stale_traces (project_id, trace_id) select $1::text, trace_id from unnest($2::text[]) as changed (trace_id)`,
};

/** Whether a trace has been stored for longer than the totals of traces, which do not include it yet. */
const isUnfilled = (project: string, trace: string) =>
  `coalesce(${trace} > (select filled_to from unfilled_traces where project_id = ${project}), false)`;

/** Joins each call `c` with the mark of its trace, if that has one. */
export const joinMarks = (project: string) => `left join (
    select distinct s.trace_id from stale_traces s where s.project_id = ${project}) marked
  on marked.trace_id = c.trace_id`;

/** Whether what is stored of the trace of call `c` may be wrong, so that its calls must be read; needs `joinMarks`. */
export const isStale = (project: string) => `(marked.trace_id is not null or ${isUnfilled(project, "c.trace_id")})`;

/** The traces of a project of which what is stored may be wrong. */
export const staleTraces = (project: string) => `
    select s.trace_id from stale_traces s where s.project_id = ${project}
  union
    select old.trace_id from calls old
    where old.project_id = ${project} and old.visible
      and old.trace_id > (select filled_to from unfilled_traces where project_id = ${project})`;
