import type { CallRow } from "@/lib/contract/calls";
import type { ListPage } from "./list-pages";

/** Maximum number of running calls that are checked for their end at each change. */
const RUNNING_WATCHED = 100;

/** Listed calls that may have ended in the meantime and are not among the rows just read. */
export function runningIds(pages: readonly Pick<ListPage<CallRow>, "rows">[], newHead: readonly CallRow[]): string[] {
  const known = new Set(newHead.map(({ id }) => id));
  const running = pages.flatMap(({ rows }) => rows.filter(isRunning)).filter(({ id }) => !known.has(id));
  return running.slice(0, RUNNING_WATCHED).map(({ id }) => id);
}

function isRunning({ overview }: CallRow): boolean {
  return overview?.status === "running";
}
