import { withMinus } from "@/lib/format/minus";
import { formatPercent } from "@/lib/format/number";
import { signedText, numberText } from "@/lib/format/number-text";

import type { ScoreName } from "./compare";

/** A mean of a score: a rate as a percentage. */
export function scoreText({ isRate }: Pick<ScoreName, "isRate">, value: number | undefined): string {
  if (value === undefined) return "—";
  return isRate ? formatPercent(value) : numberText(value);
}

const PERCENT = 100;
const points = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** A difference of a score: that of rates in percentage points. */
export function differenceText({ isRate }: Pick<ScoreName, "isRate">, difference: number): string {
  if (!isRate) return signedText(difference);
  return withMinus(`${points.format(difference * PERCENT)} pp`);
}
