import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import { type RolledCost, rollUpCosts, sumRolled, type TraceCosts } from "./cost";
import { buildSpanTree, parentsFirst, type SpanNode } from "./span-tree";
import { addUsage, rollUpUsage } from "./usage";

/** Totals of a thread's calls, and the question of its first turn. */
export interface ThreadTotals {
  usage: TokenUsage | undefined;
  cost: RolledCost | undefined;
  preview: string | undefined;
  failed: number;
  callIds: string[];
}

/** Totals of each thread, counting each token once; `firstTurns` are the ids of the threads' first turns. */
export function totalsByThread(
  rows: readonly CallRow[],
  costs: TraceCosts,
  firstTurns: ReadonlySet<string>,
): Map<string, ThreadTotals> {
  return new Map([...callsByThread(rows)].map(([id, calls]) => [id, totalsOf(calls, costs, firstTurns)]));
}

/** The calls of each thread: those with its thread id, and those below them that have no thread id. */
function callsByThread(rows: readonly CallRow[]): Map<string, CallRow[]> {
  const threads = new Map<SpanNode, string>();
  const found = new Map<string, CallRow[]>();
  for (const node of parentsFirst(buildSpanTree(rows))) {
    const thread = node.row?.thread_id ?? (node.parent && threads.get(node.parent));
    if (thread === undefined || !node.row) continue;
    threads.set(node, thread);
    const of = found.get(thread);
    if (of) of.push(node.row);
    else found.set(thread, [node.row]);
  }
  return found;
}

function totalsOf(rows: readonly CallRow[], costs: TraceCosts, firstTurns: ReadonlySet<string>): ThreadTotals {
  const tree = buildSpanTree(rows);
  const usages = rollUpUsage(tree);
  const rolled = rollUpCosts(tree, costs);
  let usage: TokenUsage | undefined;
  for (const { id } of tree.roots) {
    const own = usages.get(id);
    if (own) usage = addUsage(usage, own);
  }
  return {
    usage,
    cost: sumRolled(tree.roots.flatMap(({ id }) => rolled.get(id) ?? [])),
    preview: rows.find(({ id }) => firstTurns.has(id))?.overview?.input_preview,
    failed: rows.filter(({ exception }) => exception !== undefined).length,
    callIds: rows.map(({ id }) => id),
  };
}
