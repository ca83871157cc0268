import type { CallRow } from "@/lib/contract/calls";

/** How long a trace without running calls may still receive children. */
const SETTLED_AFTER_MS = 10 * 60_000;

/** Whether a trace is complete: all its calls ended, all their parents were received, and some time has passed. */
export function isSettled(rows: readonly CallRow[], now: number): boolean {
  const ids = new Set(rows.map(({ id }) => id));
  return rows.every(
    ({ ended_at: endedAt, parent_id: parentId }) =>
      endedAt !== undefined &&
      now - Date.parse(endedAt) > SETTLED_AFTER_MS &&
      (parentId === undefined || ids.has(parentId)),
  );
}
