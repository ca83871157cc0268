import type { CallRow, CallStatus, TokenUsage } from "@/lib/contract/calls";
import { opName } from "@/lib/format/call-name";
import { buildSpanTree, parentsFirst, type SpanTree } from "@/lib/trace/span-tree";
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

/** Ids of the calls whose name, operation, model, id or exception has a text in any case, from top to bottom. */
export function findCalls(tree: SpanTree, text: string): string[] {
  const wanted = text.toLocaleLowerCase();
  const found: string[] = [];
  for (const { id, row } of parentsFirst(tree)) {
    const { display_name: name, op_name: op, overview, exception } = row ?? {};
    const texts = [name, op && opName(op), overview?.model, row && id, exception];
    if (texts.some((one) => one?.toLocaleLowerCase().includes(wanted))) found.push(id);
  }
  return found;
}
