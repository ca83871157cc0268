import type { Refusal } from "@/lib/contract/projects";

export interface RefusedGroup {
  reason: string;
  source: Refusal["source"];
  items: number;
  /** When the newest of them came. */
  newest: string;
  /** A few of the calls they were meant for. */
  callIds: string[];
}

const idsShown = 3;

/** Refusals by source and reason, in the order given: newest first stays newest first. */
export function groupReasons(refusals: readonly Refusal[]): RefusedGroup[] {
  const groups = new Map<string, RefusedGroup>();
  for (const { source, reason, received_at: receivedAt, call_id: id } of refusals) {
    const key = `${source} ${reason}`;
    const group = groups.get(key) ?? { reason, source, items: 0, newest: receivedAt, callIds: [] };
    group.items += 1;
    if (id && group.callIds.length < idsShown && !group.callIds.includes(id)) group.callIds.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
