import type { CallRow } from "@/lib/contract/calls";
import type { Experiment } from "@/lib/contract/experiments";

/** An experiment of the list: its call, what the service knows of it, or both. */
export interface ListedExperiment {
  id: string;
  /** Undefined as long as no row was sent. */
  call: CallRow | undefined;
  /** Undefined for one that a program ran. */
  run: Experiment | undefined;
}

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Whether an experiment that the service runs may have this id. */
export function isTimeOrderedId(id: string): boolean {
  return UUID_V7.test(id);
}

/**
 * A page of the list, newest first: calls, joined with what the service runs. The first page also has those without a
 * call, and the last one if it is the only one has all of them; a started one that is older than the page is on a
 * later page.
 */
export function listExperiments(
  calls: readonly CallRow[],
  runs: readonly Experiment[],
  { isFirst, hasMore }: { isFirst: boolean; hasMore: boolean },
): ListedExperiment[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const rows: ListedExperiment[] = calls.map((call) => ({ id: call.id, call, run: byId.get(call.id) }));
  if (!isFirst) return rows;
  const oldest = timeOf(rows.at(-1));
  for (const { id } of calls) byId.delete(id);
  for (const run of byId.values()) {
    const row = { id: run.id, call: undefined, run };
    if (run.started_at === undefined || !hasMore || timeOf(row) >= oldest) rows.push(row);
  }
  return rows.toSorted((a, b) => timeOf(b) - timeOf(a));
}

/** When it was started, or created if it has not been started; milliseconds since 1970. */
function timeOf(row: ListedExperiment | undefined): number {
  return Date.parse(row?.call?.started_at ?? row?.run?.started_at ?? row?.run?.created_at ?? "") || 0;
}
