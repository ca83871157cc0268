import type { CallCost } from "@/lib/contract/call-costs";
import type { StatedCost } from "@/lib/contract/calls";
import { inCurrencyOrder, MAIN_CURRENCY } from "@/lib/contract/currencies";
import Big from "big.js";
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
  /** The part of `amounts` that clients state, in USD by source, and what all tokens cost at their prices. */
  stated?: { bySource: Readonly<Record<string, number>>; atPrices: Amounts };
}

interface Sum {
  amounts: Map<string, Big>;
  unpriced: Set<string>;
  stated: Map<string, Big>;
}

type Costs = Readonly<Record<string, CallCost>>;

/**
 * The cost of every call including everything below it, counting each once: stated costs that count, and the tokens that
 * none of those includes, according to the rule for tokens (`countedCalls`). Sums are exact. A call below which nothing
 * counts shows what it states or reports itself. It has no entry if it does neither: its cost is unknown, not 0.
 */
export function rollUpCosts(tree: SpanTree, costs: TraceCosts): Map<string, RolledCost> {
  const charged = countedCalls(tree, reportsIn(costs));
  const shown = new Map<string, RolledCost>();
  const below = new Map<string, Sum>();
  const pricedBelow = new Map<string, Sum>();
  for (const node of childrenFirst(tree)) {
    const { stated_cost: stated, cost_covered: isCovered } = node.row?.overview ?? {};
    const own = costs.get(node.id);
    const priced = own && charged.has(node.id) ? plus(pricedBelow.get(node.id), own) : pricedBelow.get(node.id);
    let sum = below.get(node.id);
    if (own && charged.has(node.id) && !isCovered) sum = plus(sum, own);
    if (stated?.use === "counted") sum = plusStated(sum, stated);
    const ownStated = stated && stated.use !== "unused" ? plusStated(undefined, stated) : undefined;
    const ownPriced = own && plus(undefined, own);
    const total = sum ?? ownStated ?? priced ?? ownPriced;
    if (total) shown.set(node.id, rolled(total, priced ?? ownPriced));
    if (!node.parent) continue;
    if (sum) below.set(node.parent.id, merged(below.get(node.parent.id), sum));
    if (priced) pricedBelow.set(node.parent.id, merged(pricedBelow.get(node.parent.id), priced));
  }
  return shown;
}

/** The total cost of several calls including everything below them; undefined if all are unknown. */
export function sumRolled(costs: readonly RolledCost[]): RolledCost | undefined {
  if (costs.length === 0) return undefined;
  const isStated = costs.some(({ stated }) => stated !== undefined);
  return {
    amounts: sumAmounts(costs.map(({ amounts }) => amounts)),
    unpriced: new Set(costs.flatMap(({ unpriced }) => [...unpriced])),
    ...(isStated && {
      stated: {
        bySource: sumAmounts(costs.map(({ stated }) => stated?.bySource ?? {})),
        atPrices: sumAmounts(costs.map(({ amounts, stated }) => stated?.atPrices ?? amounts)),
      },
    }),
  };
}

function sumAmounts(amounts: readonly Amounts[]): Amounts {
  const sums = new Map<string, Big>();
  for (const one of amounts) for (const [unit, amount] of Object.entries(one)) addTo(sums, unit, new Big(amount));
  return numbersOf(sums);
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

function plus(sum: Sum | undefined, own: Costs): Sum {
  const total = copyOf(sum);
  for (const [model, { priced, total_cost: cost = {} }] of Object.entries(own)) {
    if (!priced) total.unpriced.add(model);
    for (const [currency, amount] of Object.entries(cost)) addTo(total.amounts, currency, new Big(amount));
  }
  return total;
}

function plusStated(sum: Sum | undefined, { total: stated, source }: StatedCost): Sum {
  const total = copyOf(sum);
  addTo(total.amounts, MAIN_CURRENCY, new Big(stated));
  addTo(total.stated, source, new Big(stated));
  return total;
}

function copyOf(sum: Sum | undefined): Sum {
  return { amounts: new Map(sum?.amounts), unpriced: new Set(sum?.unpriced), stated: new Map(sum?.stated) };
}

function merged(into: Sum | undefined, sum: Sum): Sum {
  if (!into) return copyOf(sum);
  for (const [currency, amount] of sum.amounts) addTo(into.amounts, currency, amount);
  for (const [source, amount] of sum.stated) addTo(into.stated, source, amount);
  for (const model of sum.unpriced) into.unpriced.add(model);
  return into;
}

function addTo(amounts: Map<string, Big>, currency: string, amount: Big): void {
  amounts.set(currency, (amounts.get(currency) ?? new Big(0)).plus(amount));
}

function rolled({ amounts, unpriced, stated }: Sum, priced: Sum | undefined): RolledCost {
  if (stated.size === 0) return { amounts: numbersOf(amounts), unpriced };
  return {
    amounts: numbersOf(amounts),
    unpriced,
    stated: { bySource: numbersOf(stated), atPrices: priced ? numbersOf(priced.amounts) : {} },
  };
}

function numbersOf(sums: ReadonlyMap<string, Big>): Record<string, number> {
  return Object.fromEntries(inCurrencyOrder(sums).map(([key, sum]) => [key, sum.toNumber()]));
}
