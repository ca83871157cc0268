import type { ScoreName } from "@/lib/experiment/compare";
import { withMinus } from "@/lib/format/minus";
import { formatPercent } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";

/** A mean of a score: a rate as a percentage. */
export function scoreText({ isRate }: Pick<ScoreName, "isRate">, value: number | undefined): string {
  if (value === undefined) return "—";
  return isRate ? formatPercent(value) : numberText(value);
}

const points = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const signed = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3, signDisplay: "exceptZero" });

/** A difference of a score: that of rates in percentage points. */
export function differenceText({ isRate }: Pick<ScoreName, "isRate">, difference: number): string {
  return withMinus(isRate ? `${points.format(difference * 100)} pp` : signed.format(difference));
}
