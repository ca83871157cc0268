import type { CallCost } from "@/lib/contract/call-costs";
import { Decimal } from "@/lib/cost/decimal";
import type { Amounts } from "@/lib/format/money";
import { childrenFirst, type SpanNode, type SpanTree } from "./span-tree";
import { countedCalls } from "./usage";

/** The cost of each model in each call, by call id and model. */
export type TraceCosts = ReadonlyMap<string, Readonly<Record<string, CallCost>>>;

/** The cost of a call including everything below it. */
export interface RolledCost {
  amounts: Amounts;
  /** Models without a price, whose costs are not in `amounts`. */
  unpriced: ReadonlySet<string>;
}

interface Sum {
  amounts: Map<string, Decimal>;
  unpriced: Set<string>;
}

/**
 * The cost of every call including everything below it, counting each token once according to the rule for tokens
 * (`countedCalls`). Sums are exact. A call has no entry if no tokens are reported: its cost is unknown, not 0.
 */
export function rollUpCosts(tree: SpanTree, costs: TraceCosts): Map<string, RolledCost> {
  const charged = countedCalls(tree, reportsIn(costs));
  const shown = new Map<string, RolledCost>();
  const below = new Map<string, Sum>();
  for (const node of childrenFirst(tree)) {
    const own = costs.get(node.id);
    const counted = below.get(node.id);
    const sum = own && charged.has(node.id) ? plus(counted, own) : counted;
    const total = sum ?? (own && plus(undefined, own));
    if (total) shown.set(node.id, rolled(total));
    if (sum && node.parent) below.set(node.parent.id, merged(below.get(node.parent.id), sum));
  }
  return shown;
}

/** The total cost of several calls including everything below them; undefined if all are unknown. */
export function sumRolled(costs: readonly RolledCost[]): RolledCost | undefined {
  if (costs.length === 0) return undefined;
  const sum: Sum = { amounts: new Map(), unpriced: new Set(costs.flatMap(({ unpriced }) => [...unpriced])) };
  for (const { amounts } of costs) {
    for (const [currency, amount] of Object.entries(amounts)) addTo(sum.amounts, currency, Decimal.of(amount));
  }
  return rolled(sum);
}

/** The calls in a subtree whose own costs make up its rolled-up cost. */
export function chargedCalls(tree: SpanTree, id: string, costs: TraceCosts): string[] {
  const counted = countedCalls(tree, reportsIn(costs));
  const charged = underneath(tree, id).filter((node) => costs.has(node) && counted.has(node));
  return charged.length === 0 && costs.has(id) ? [id] : charged;
}

/** Whether a call reports tokens, also where its row does not have them. */
const reportsIn = (costs: TraceCosts) => (node: SpanNode) =>
  node.row?.overview?.usage !== undefined || costs.has(node.id);

function underneath(tree: SpanTree, id: string): string[] {
  const ids: string[] = [];
  const start = tree.byId.get(id);
  const waiting = start ? [start] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ids.push(node.id);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return ids;
}

function plus(sum: Sum | undefined, own: Readonly<Record<string, CallCost>>): Sum {
  const total: Sum = { amounts: new Map(sum?.amounts), unpriced: new Set(sum?.unpriced) };
  for (const [model, { priced, total_cost: cost = {} }] of Object.entries(own)) {
    if (!priced) total.unpriced.add(model);
    for (const [currency, amount] of Object.entries(cost)) addTo(total.amounts, currency, Decimal.of(amount));
  }
  return total;
}

function merged(into: Sum | undefined, sum: Sum): Sum {
  if (!into) return { amounts: new Map(sum.amounts), unpriced: new Set(sum.unpriced) };
  for (const [currency, amount] of sum.amounts) addTo(into.amounts, currency, amount);
  for (const model of sum.unpriced) into.unpriced.add(model);
  return into;
}

function addTo(amounts: Map<string, Decimal>, currency: string, amount: Decimal): void {
  amounts.set(currency, (amounts.get(currency) ?? Decimal.zero).plus(amount));
}

function rolled({ amounts, unpriced }: Sum): RolledCost {
  return { amounts: Object.fromEntries([...amounts].map(([currency, sum]) => [currency, sum.toNumber()])), unpriced };
}
