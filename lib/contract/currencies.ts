/** The currency that costs are in unless they say otherwise, and that comes first where they are in several. */
export const MAIN_CURRENCY = "USD";

/** The order of currencies in sums, sorts and lists: the main one, then the others by their codes. */
export function byCurrency(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MAIN_CURRENCY || b === MAIN_CURRENCY) return a === MAIN_CURRENCY ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Amounts by currency, in the fixed order of currencies. */
export function inCurrencyOrder<Amount>(amounts: Iterable<readonly [currency: string, amount: Amount]>) {
  return [...amounts].toSorted(([a], [b]) => byCurrency(a, b));
}
