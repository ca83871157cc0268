import { inCurrencyOrder } from "@/lib/contract/currencies";
import { formatMoney } from "@/lib/format/money";
import type { Difference } from "@/lib/trace/align";
import type { RolledCost } from "@/lib/trace/cost";

const onlyIn: Partial<Record<Difference, string>> = { only_a: "only in A", only_b: "only in B" };
const conjunction = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Differences in words: `only in A`, or `different status and output`. */
export function differenceWords(differences: readonly Difference[]): string {
  const [first] = differences;
  if (first === undefined) return "";
  const parts = differences.map((difference) => (difference === "name" ? "op" : difference));
  return onlyIn[first] ?? `different ${conjunction.format(parts)}`;
}

/** A change with its sign: `+1.20 s`. Undefined if there is none or one side is unknown. */
export function changeWords(
  a: number | undefined,
  b: number | undefined,
  format: (difference: number) => string,
): string | undefined {
  if (a === undefined || b === undefined || a === b) return undefined;
  const difference = b - a;
  return `${difference > 0 ? "+" : ""}${format(difference)}`;
}

/** Whether two costs cover all usage, in the same currencies: only then can they be compared. */
export function areComparable(a: RolledCost | undefined, b: RolledCost | undefined): boolean {
  if ([a, b].some((cost) => cost && cost.unpriced.size > 0)) return false;
  return currenciesOf(a) === currenciesOf(b);
}

/**
 * The changes of a cost, one for each currency that changed; none if the two cannot be compared. In a column, with the
 * `decimals` of all its changes.
 */
export function changedCosts(a: RolledCost | undefined, b: RolledCost | undefined, decimals?: number): string[] {
  if (!a || !b || !areComparable(a, b)) return [];
  return inCurrencyOrder(Object.entries(a.amounts)).flatMap(
    ([currency, amount]) =>
      changeWords(amount, b.amounts[currency], (difference) => formatMoney(difference, currency, decimals)) ?? [],
  );
}

/** How much a cost changed in each currency; nothing if the two cannot be compared. */
export function costChanges(a: RolledCost | undefined, b: RolledCost | undefined): number[] {
  if (!a || !b || !areComparable(a, b)) return [];
  return inCurrencyOrder(Object.entries(a.amounts)).map(
    ([currency, amount]) => (b.amounts[currency] ?? amount) - amount,
  );
}

function currenciesOf(cost: RolledCost | undefined): string | undefined {
  return cost && Object.keys(cost.amounts).toSorted().join(" ");
}
