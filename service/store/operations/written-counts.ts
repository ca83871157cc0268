import type { Database } from "@/service/store/connections/database";

/** What a process has stored, or refused to store, since it started. */
export type WrittenCounts = { calls: number; feedback: number; refused: number };

const counts = new WeakMap<Database["pools"], WrittenCounts>();

export function writtenCounts({ pools }: Pick<Database, "pools">): WrittenCounts {
  const known = counts.get(pools) ?? { calls: 0, feedback: 0, refused: 0 };
  counts.set(pools, known);
  return known;
}
