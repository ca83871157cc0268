import { withMinus } from "@/lib/format/minus";

const LEAST_DIGITS = 4;
const MOST_DIGITS = 17;
/** From this number on, and below its inverse, numbers are written with a power of ten. */
const LARGE = 1e9;

/** A range of numbers as text, with enough digits to distinguish its bounds; an undefined bound is open. */
export function rangeWords(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `Below ${shortNumber(high ?? 0)}`;
  if (high === undefined) return `Above ${shortNumber(low)}`;
  if (low === high) return shortNumber(low);
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / (high - low))) + 2;
  return `${shortNumber(low, digits)} to ${shortNumber(high, digits)}`;
}

/** A number with this many digits, or a few more, in few characters: `0.4829`, `1.2e+12`. */
export function shortNumber(value: number, digits = LEAST_DIGITS): string {
  const rounded = Number(value.toPrecision(Math.max(LEAST_DIGITS, Math.min(MOST_DIGITS, digits))));
  const size = Math.abs(rounded);
  return withMinus(size !== 0 && (size >= LARGE || size < 1 / LARGE) ? rounded.toExponential() : String(rounded));
}
