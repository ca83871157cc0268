import { formatDecimal } from "@/lib/format/number";

const DECIMALS = 2;

/** The mean of feedback behind its count, as in `2 · mean 0.75`; nothing if no record is a number. */
export function meanWords(mean: number | undefined): string {
  return mean === undefined ? "" : ` · mean ${formatDecimal(mean, DECIMALS)}`;
}
