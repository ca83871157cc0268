import Big from "big.js";

const NUMBER = /^[+-]?(?=\.?\d)\d*(?:\.\d*)?(?:e[+-]?\d{1,4})?$/i;
/** Longest number in a text: the arithmetic is exact, so that it takes longer for longer numbers. */
const NUMBER_CHARS = 1_000;

/**
 * The number that a text is, with all of its digits: `-1.50`, `.5`, `2e-3`. Undefined if it is none, if it is longer
 * than 1,000 characters, or if a double cannot hold it because it is too large.
 */
export function parseDecimal(text: string): Big | undefined {
  if (text.length > NUMBER_CHARS || !NUMBER.test(text) || !Number.isFinite(Number(text))) return undefined;
  // Big knows neither a plus sign nor a point without digits after it.
  return new Big(text.replace("+", "").replace(/\.(?!\d)/, ""));
}
