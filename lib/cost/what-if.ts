import type { CallTotals } from "@/lib/contract/call-stats";
import type { Cost } from "@/lib/contract/costs";
import { reprice } from "./reprice";
import { sumCosts } from "./sum-costs";

/** What tokens cost and what they would have cost, both by currency and for the same calls. */
export interface WhatIf {
  would: Record<string, number>;
  /** Undefined if none of the calls has a price: then `would` is for all of them. */
  was?: Record<string, number>;
  /** Number of calls that are in neither, because their tokens have no price. */
  leftOut: number;
  /** How much more `would` is, as a share of `was`; undefined unless both are in the same single currency. */
  change?: number;
}

/** What the tokens of some models' calls would have cost at one price; undefined if there are none. */
export function whatIf(
  models: readonly Pick<
    CallTotals,
    "usage" | "priced_usage" | "total_cost" | "priced_cost" | "without_price" | "unpriced"
  >[],
  price: Cost,
): WhatIf | undefined {
  const priced = models.flatMap(({ priced_usage: usage }) => usage ?? []);
  if (priced.length === 0) {
    const usages = models.flatMap(({ usage }) => usage ?? []);
    return usages.length === 0 ? undefined : { would: reprice(usages, price), leftOut: 0 };
  }
  const was = sumCosts(models.map(({ total_cost, priced_cost = total_cost }) => ({ total_cost: priced_cost })));
  const would = reprice(priced, price);
  const leftOut = models.reduce((sum, { unpriced, without_price = unpriced }) => sum + without_price, 0);
  return { would, was, leftOut, change: changeOf(was, would) };
}

function changeOf(was: Readonly<Record<string, number>>, would: Readonly<Record<string, number>>): number | undefined {
  const [currency, ...others] = new Set([...Object.keys(was), ...Object.keys(would)]);
  const [before, after] = currency === undefined ? [] : [was[currency], would[currency]];
  return others.length > 0 || !before || after === undefined ? undefined : (after - before) / before;
}
