import { type Amounts, formatMoney } from "@/lib/format/money";
import type { Difference } from "@/lib/trace/align";

const words: Record<Difference, string> = {
  only_a: "only in A",
  only_b: "only in B",
  name: "another operation",
  status: "another status",
  model: "another model",
  input: "another input",
  output: "another output",
};

/** Differences in words: `another status, another output`. */
export function differenceWords(differences: readonly Difference[]): string {
  return differences.map((difference) => words[difference]).join(", ");
}

/** A change as a reader compares it: with its sign, `+1.20 s`. Nothing where there is none or one side is not known. */
export function changeWords(
  a: number | undefined,
  b: number | undefined,
  format: (difference: number) => string,
): string | undefined {
  if (a === undefined || b === undefined || a === b) return undefined;
  const difference = b - a;
  return `${difference > 0 ? "+" : ""}${format(difference)}`;
}

/** The changes of a cost, one for each currency that changed. */
export function changedCosts(a: Amounts | undefined, b: Amounts | undefined): string[] {
  const currencies = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])];
  return currencies.flatMap(
    (currency) => changeWords(a?.[currency], b?.[currency], (amount) => formatMoney(amount, currency)) ?? [],
  );
}
