import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { type RolledCost, rollUpCosts, type TraceCosts } from "@/lib/trace/cost";
import { buildSpanTree, parentsFirst, type SpanNode, type SpanTree } from "@/lib/trace/span-tree";
import { deriveStatuses } from "@/lib/trace/status";
import { rollUpUsage } from "@/lib/trace/usage";

/**
 * A trace whose calls have places: `1` is its first root, `1.3` the third call below it. The place of a call stays the
 * same once its trace has been received as a whole.
 */
export interface TraceView {
  tree: SpanTree;
  /** In the order of the tree: every call after the one above it. */
  nodes: readonly SpanNode[];
  /** By id. */
  placeOf: ReadonlyMap<string, string>;
  /** By place. */
  nodeAt: ReadonlyMap<string, SpanNode>;
  statuses: ReadonlyMap<string, CallStatus>;
  /** Tokens of each call including those below it. */
  usage: ReadonlyMap<string, TokenUsage>;
  /** What each call cost including those below it; absent if costs are not known. */
  costs?: ReadonlyMap<string, RolledCost>;
  /** Until when running calls last, milliseconds since 1970. */
  now: number;
}

/**
 * All calls of a trace as `/calls/stream_query` lists them, with `include_overview` and the columns of a list
 * (`include_extras` adds costs); payloads are not needed. In any order. `costs`: those of each call by model.
 */
export function traceView(rows: readonly CallRow[], now: number, costs?: TraceCosts): TraceView {
  const tree = buildSpanTree(rows);
  const placeOf = new Map<string, string>();
  const nodeAt = new Map<string, SpanNode>();
  const nodes: SpanNode[] = [];
  const note = (siblings: readonly SpanNode[], above: string | undefined) => {
    for (const [index, { id }] of siblings.entries())
      placeOf.set(id, above === undefined ? `${index + 1}` : `${above}.${index + 1}`);
  };
  note(tree.roots, undefined);
  for (const node of parentsFirst(tree)) {
    const place = placeOf.get(node.id) ?? "";
    nodes.push(node);
    nodeAt.set(place, node);
    note(node.children, place);
  }
  return {
    tree,
    nodes,
    placeOf,
    nodeAt,
    statuses: deriveStatuses(tree),
    usage: rollUpUsage(tree),
    ...(costs && { costs: rollUpCosts(tree, costs) }),
    now,
  };
}
