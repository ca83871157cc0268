import type { Refusal } from "@/lib/contract/projects";

export interface RefusedGroup {
  reason: string;
  source: Refusal["source"];
  items: number;
  /** The time of the newest one. */
  newest: string;
  /** Some of the calls they were for. */
  callIds: string[];
}

const idsShown = 3;

/** Rejected items by source and reason, in the given order: newest first. */
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
