/** U+2212, as wide as a plus sign; keyboards have only a hyphen. */
const MINUS = "−";

/** A number's text with a proper minus sign, also before a currency or in an exponent: `-$0.5` is `−$0.5`. */
export function withMinus(text: string): string {
  return text.replaceAll("-", MINUS);
}
