import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallKind, CallStatus } from "@/lib/contract/call-kinds";
import { opName } from "@/lib/format/call-name";
import type { CriticalPath } from "@/lib/trace/critical-path";
import { buildSpanTree, parentsFirst, type SpanTree } from "@/lib/trace/span-tree";
import { deriveStatuses } from "@/lib/trace/status";
import { rollUpUsage } from "@/lib/trace/usage";

/** Everything that the page derives from a whole trace. */
export interface TraceModel {
  tree: SpanTree;
  rows: readonly CallRow[];
  statuses: ReadonlyMap<string, CallStatus>;
  /** Tokens of each call including all below it. */
  usage: ReadonlyMap<string, TokenUsage>;
  isRunning: boolean;
}

export function readTrace(rows: readonly CallRow[]): TraceModel {
  const tree = buildSpanTree(rows);
  const statuses = deriveStatuses(tree);
  return {
    tree,
    rows,
    statuses,
    usage: rollUpUsage(tree),
    isRunning: rows.some(({ id, overview }) => statuses.get(id) === "running" && !overview?.stale),
  };
}

/** Properties that calls of a trace can be filtered by, in addition to their kind. */
export const TREE_SIGNS = ["error", "critical"] as const;
export type TreeFilter = CallKind | (typeof TREE_SIGNS)[number];

/** How many calls would remain with each filter; those with none are absent. */
export function countByFilter({ rows, statuses }: TraceModel, path: CriticalPath): Map<TreeFilter, number> {
  const counts = new Map<TreeFilter, number>();
  const add = (filter: TreeFilter) => counts.set(filter, (counts.get(filter) ?? 0) + 1);
  for (const { id, overview } of rows) {
    if (statuses.get(id) === "error") add("error");
    if (path.has(id)) add("critical");
    if (overview?.kind) add(overview.kind);
  }
  return counts;
}

/** Ids of the calls that match: one of the kinds, if any is selected, and every property. */
export function filterCalls(
  { rows, statuses }: TraceModel,
  filters: readonly TreeFilter[],
  path: CriticalPath,
): string[] {
  const kinds = filters.filter((filter) => filter !== "error" && filter !== "critical");
  const matches = ({ id, overview }: CallRow) =>
    (kinds.length === 0 || (overview?.kind !== undefined && kinds.includes(overview.kind))) &&
    (!filters.includes("error") || statuses.get(id) === "error") &&
    (!filters.includes("critical") || path.has(id));
  return rows.filter(matches).map(({ id }) => id);
}

/**
 * Ids of the calls whose name, op, model, id or exception contains a text in any case, and of those whose contents do,
 * from top to bottom.
 */
export function findCalls(tree: SpanTree, text: string, byContents: ReadonlySet<string>): string[] {
  const wanted = text.toLocaleLowerCase();
  const found: string[] = [];
  for (const { id, row } of parentsFirst(tree)) {
    const { display_name: name, op_name: op, overview, exception } = row ?? {};
    const texts = [name, op && opName(op), overview?.model, row && id, exception];
    if (byContents.has(id) || texts.some((one) => one?.toLocaleLowerCase().includes(wanted))) found.push(id);
  }
  return found;
}
