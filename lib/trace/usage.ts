import { type CallKind, TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { TokenUsage } from "@/lib/contract/calls";
import { childrenFirst, type SpanNode, type SpanTree } from "./span-tree";

const NEVER_BELOW_ROOT: readonly (CallKind | undefined)[] = ["agent", "chain"];

/**
 * The calls of a trace whose own usage counts, so that each token counts once: those below which no call reports any. A
 * model call does not repeat a model call of another kind below it, as a chat that embeds its question. Agents and
 * chains count only as the root of a trace of which nothing else counts. The store has the same rule
 * (`service/store/calls/usage-once.ts`), and marks what another trace repeats.
 */
export function countedCalls(tree: SpanTree, reports: (node: SpanNode) => boolean = reportsUsage): Set<string> {
  const counted = new Set<string>();
  const below = new Map<string, Set<CallKind | undefined>>();
  for (const node of childrenFirst(tree)) {
    const kinds = below.get(node.id) ?? new Set();
    if (reports(node)) {
      if (countsOwn(node, kinds)) counted.add(node.id);
      if (!NEVER_BELOW_ROOT.includes(kindOf(node))) kinds.add(kindOf(node));
    }
    if (node.parent && kinds.size > 0)
      below.set(node.parent.id, new Set([...(below.get(node.parent.id) ?? []), ...kinds]));
  }
  return counted;
}

const kindOf = ({ row }: SpanNode) => row?.overview?.kind;
const reportsUsage = ({ row }: SpanNode) => row?.overview?.usage !== undefined;

/** Whether the usage of a call counts, given the kinds of the calls below it that report any. */
function countsOwn(node: SpanNode, below: ReadonlySet<CallKind | undefined>): boolean {
  if (node.row?.overview?.usage_repeated) return false;
  const kind = kindOf(node);
  if (NEVER_BELOW_ROOT.includes(kind)) return node.row?.parent_id === undefined && below.size === 0;
  const other = kind === "llm" ? "embedding" : kind === "embedding" ? "llm" : undefined;
  return below.size === 0 || (other !== undefined && below.size === 1 && below.has(other));
}

/**
 * The tokens of every call including everything below it, each counted once (`countedCalls`). If nothing below a call
 * counts, it shows what it reports itself; if it reports nothing, it has no entry, because its tokens are unknown.
 */
export function rollUpUsage(tree: SpanTree): Map<string, TokenUsage> {
  const counted = countedCalls(tree);
  const shown = new Map<string, TokenUsage>();
  const below = new Map<string, TokenUsage>();
  for (const node of childrenFirst(tree)) {
    const own = node.row?.overview?.usage;
    const sum = own && counted.has(node.id) ? addUsage(below.get(node.id), own) : below.get(node.id);
    const total = sum ?? own;
    if (total) shown.set(node.id, total);
    if (sum && node.parent) below.set(node.parent.id, addUsage(below.get(node.parent.id), sum));
  }
  return shown;
}

/** Sum of two usages. A count missing in both stays unknown; a missing total is computed from its parts. */
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

/** All tokens of a usage: the reported total, else prompt and completion. */
export function totalTokens(usage: TokenUsage): number | undefined {
  if (usage.total_tokens !== undefined) return usage.total_tokens;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  return prompt === undefined && completion === undefined ? undefined : (prompt ?? 0) + (completion ?? 0);
}
