import { type CallKind, TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { TokenUsage } from "@/lib/contract/calls";
import { childrenFirst, type SpanNode, type SpanTree } from "./span-tree";

const COUNTED: readonly (CallKind | undefined)[] = ["llm", "embedding"];
const NEVER_COUNTED: readonly (CallKind | undefined)[] = ["agent", "chain"];

/**
 * The tokens of every call with all below it, each token once (design, "Usage counts by …"): model calls count what
 * they report, agents and chains what is below them, any other call its own only when nothing below reports any. A call
 * below which nothing counts shows what it reports itself; where none reports, there is no entry: unknown.
 */
export function rollUpUsage(tree: SpanTree): Map<string, TokenUsage> {
  const shown = new Map<string, TokenUsage>();
  const below = new Map<string, TokenUsage>();
  for (const node of childrenFirst(tree)) {
    const own = node.row?.overview?.usage;
    const counted = countedUsage(node, own, below.get(node.id));
    const total = counted ?? own;
    if (total) shown.set(node.id, total);
    if (counted && node.parent) below.set(node.parent.id, addUsage(below.get(node.parent.id), counted));
  }
  return shown;
}

/** Sum of two usages; a count that neither knows stays unknown, a total that one left out is made from its parts. */
export function addUsage(a: TokenUsage | undefined, b: TokenUsage): TokenUsage {
  if (!a) return b;
  const sum: TokenUsage = {};
  for (const count of TOKEN_COUNTS) {
    if (a[count] !== undefined || b[count] !== undefined) sum[count] = (a[count] ?? 0) + (b[count] ?? 0);
  }
  const totals = [totalTokens(a), totalTokens(b)].filter((total) => total !== undefined);
  if (totals.length > 0) sum.total_tokens = totals.reduce((total, one) => total + one, 0);
  return sum;
}

/** All tokens of a usage: the total as reported, else prompt and completion. */
export function totalTokens(usage: TokenUsage): number | undefined {
  if (usage.total_tokens !== undefined) return usage.total_tokens;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  return prompt === undefined && completion === undefined ? undefined : (prompt ?? 0) + (completion ?? 0);
}

/** Whether what a call reports itself counts, given that some call below it reports too. */
export function countsOwn(kind: CallKind | undefined, reportsBelow: boolean): boolean {
  return COUNTED.includes(kind) || (!NEVER_COUNTED.includes(kind) && !reportsBelow);
}

function countedUsage(
  { row }: SpanNode,
  own: TokenUsage | undefined,
  below: TokenUsage | undefined,
): TokenUsage | undefined {
  return own && countsOwn(row?.overview?.kind, below !== undefined) ? addUsage(below, own) : below;
}
