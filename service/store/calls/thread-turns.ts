import { joinMarks } from "@/service/store/statistics/stale-traces";
import { failedBelow, joinFailures } from "./status";

/** Whether call `c` is a turn of its thread; needs `callsWithParents`. */
export const IS_TURN = "(c.turn_id = c.id or c.turn_id is null and parent.id is null)";

// A join instead of "not exists", which would look up the parent of each call of the project.
/** All calls `c`, each with its `parent` if that is in the same thread. */
export const callsWithParents = (project: string) => `from calls c
  left join calls parent on parent.project_id = ${project} and parent.id = c.parent_id and parent.visible
    and parent.thread_id = c.thread_id`;

/**
 * How many turns of each `thread` failed, and how many failed or have a failed call below them. `isThread` is the condition
 * on a thread's id after its name; `project` is the parameter with the project.
 */
export const turnFailures = (project: string, isThread: string) => `
  select c.thread_id as thread, count(*) filter (where c.failed) as failed,
    count(*) filter (where c.failed or ${failedBelow(project, "all")}) as failing
  ${callsWithParents(project)} ${joinMarks(project)} ${joinFailures(project)}
  where c.project_id = ${project} and c.visible and c.thread_id ${isThread} and ${IS_TURN} group by c.thread_id`;
