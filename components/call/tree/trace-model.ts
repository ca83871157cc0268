import type { CallRow, CallStatus, TokenUsage } from "@/lib/contract/calls";
import { buildSpanTree, type SpanTree } from "@/lib/trace/span-tree";
import { deriveStatuses } from "@/lib/trace/status";
import { rollUpUsage } from "@/lib/trace/usage";

/** What the page knows of a whole trace. */
export interface TraceModel {
  tree: SpanTree;
  rows: readonly CallRow[];
  statuses: ReadonlyMap<string, CallStatus>;
  /** Tokens of each call with all below it. */
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
    isRunning: [...statuses.values()].includes("running"),
  };
}
