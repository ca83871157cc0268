import type { CallRow } from "@/lib/contract/calls";
import type { ChatMessage } from "./conversation";
import { buildSpanTree, type SpanNode, type SpanTree } from "./span-tree";
import { timeSpan } from "./timeline";

/** One turn of a thread: its outermost call, in the tree of its trace. */
export interface Turn {
  id: string;
  row: CallRow;
  node: SpanNode;
  /** Milliseconds since the end of the previous turn; undefined for the first turn, and if the two overlap. */
  idleMs: number | undefined;
}

export interface ThreadTurns {
  /** By start. */
  turns: Turn[];
  /** Totals of all known calls of the thread's traces. */
  tree: SpanTree;
}

const MICROSECONDS = 1000;

/**
 * The turns of a thread among the calls of its traces: the calls that name themselves as their turn, and for calls
 * without a turn, those whose parent is not in the thread (as in `/threads/stream_query`). Running calls end at `now`
 * (milliseconds since 1970).
 */
export function readTurns(threadId: string, rows: readonly CallRow[], now: number): ThreadTurns {
  const tree = buildSpanTree(rows);
  const nodes = [...tree.byId.values()].filter((node) => isTurn(node, threadId));
  const turns: Turn[] = [];
  let ended: number | undefined;
  for (const node of nodes.toSorted(byStart)) {
    const { row } = node;
    if (!row) continue;
    const span = timeSpan(row, now);
    const idle = span && ended !== undefined ? (span.start - ended) / MICROSECONDS : undefined;
    turns.push({ id: node.id, row, node, idleMs: idle !== undefined && idle > 0 ? idle : undefined });
    if (span) ended = Math.max(ended ?? Number.NEGATIVE_INFINITY, span.start + span.duration);
  }
  return { turns, tree };
}

/** The new part of a conversation that is sent as a whole each time: the messages after its last answer. */
export function newMessages(input: readonly ChatMessage[]): { earlier: ChatMessage[]; latest: ChatMessage[] } {
  const answered = input.findLastIndex(
    ({ role, parts }) => role === "assistant" && !parts.some(({ type }) => type === "tool_call"),
  );
  const hasSystem = answered === -1 ? input.findLastIndex(({ role }) => isInstruction(role)) : answered;
  const start = hasSystem + 1;
  // A conversation of only instructions is shown as it is.
  if (start >= input.length) return { earlier: [], latest: [...input] };
  return { earlier: input.slice(0, start), latest: input.slice(start) };
}

/** The least of some values that a share of them does not exceed, as the service computes percentiles. */
export function percentile(values: readonly number[], share: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)];
}

function isInstruction(role: string): boolean {
  return role === "system" || role === "developer";
}

function isTurn({ row, parent }: SpanNode, threadId: string): boolean {
  if (row?.thread_id !== threadId) return false;
  if (row.turn_id !== undefined) return row.turn_id === row.id;
  return parent?.row?.thread_id !== threadId;
}

function byStart(a: SpanNode, b: SpanNode): number {
  const [left, right] = [a, b].map(({ id, row }) => `${row?.started_at ?? ""} ${id}`);
  return (left ?? "") < (right ?? "") ? -1 : 1;
}
