import Big from "big.js";
import type { Amounts } from "./money";

/** A difference that is this many times the calculated cost, or more, is not shown as a share of it. */
const MOST_SHARE = 10;

/**
 * How much more the cost is than the one calculated from prices, in dollars, and as a share unless that would be huge; undefined if the
 * two cannot be compared.
 */
export function differenceOf(cost: Amounts, atPrices: Amounts): { amount: number; share?: number } | undefined {
  const units = new Set([...Object.keys(cost), ...Object.keys(atPrices)]);
  const { USD: stated } = cost;
  const { USD: priced } = atPrices;
  if (units.size !== 1 || stated === undefined || priced === undefined) return undefined;
  const amount = new Big(stated).plus(-priced).toNumber();
  return { amount, share: amount < MOST_SHARE * priced ? amount / priced : undefined };
}
