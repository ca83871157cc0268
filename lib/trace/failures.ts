import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";

import { exceptionHeadline } from "./exceptions";
import { parentsFirst, type SpanNode, type SpanTree } from "./span-tree";

/** A step of a trace that failed, with its retries: failed calls of one name below the same parent. */
export interface Failure {
  name: string;
  /** First line of the exception of the last of them. */
  message: string;
  /** From the first attempt to the last. */
  ids: readonly [string, ...string[]];
}

/**
 * The failures of a trace in order of cause: those that made the root fail before those that were handled on the way,
 * the deepest first, then by start.
 * @example failuresOf(tree).map(({ name, ids }) => `${name} ${ids.length} ×`) // ["find_invoice 3 ×", "agent 1 ×"]
 */
export function failuresOf(tree: SpanTree): Failure[] {
  const places = new Map<SpanNode, { depth: number; reachesRoot: boolean }>();
  const steps = new Map<string, { nodes: [SpanNode, ...SpanNode[]]; depth: number; reachesRoot: boolean }>();
  for (const node of parentsFirst(tree)) {
    const above = node.parent && places.get(node.parent);
    const hasFailed = node.row?.exception !== undefined;
    // A parent that has not been received is taken for one that failed.
    const reachesRoot = (above?.reachesRoot ?? true) && (hasFailed || !node.row);
    const depth = (above?.depth ?? -1) + 1;
    places.set(node, { depth, reachesRoot });
    if (!node.row || !hasFailed) continue;
    const key = JSON.stringify([node.parent?.id ?? null, callName(node.row)]);
    const step = steps.get(key);
    if (step) step.nodes.push(node);
    else steps.set(key, { nodes: [node], depth, reachesRoot });
  }
  return [...steps.values()]
    .toSorted((a, b) => Number(b.reachesRoot) - Number(a.reachesRoot) || b.depth - a.depth)
    .flatMap(({ nodes }) => failureOf(nodes.flatMap(({ row }) => row ?? [])));
}

function failureOf(rows: readonly CallRow[]): Failure[] {
  const [first, ...retries] = rows;
  const last = rows.at(-1);
  if (!first || !last) return [];
  const message = exceptionHeadline(last.exception ?? "");
  return [{ name: callName(first), message, ids: [first.id, ...retries.map(({ id }) => id)] }];
}
