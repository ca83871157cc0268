import { withMinus } from "./minus";

/** A reward, a mean, a deviation or a metric with at most four digits: `0.4714`, `−3.5`, `1e−5`, `3.21e9`. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const short = Number(value.toPrecision(4));
  const text = size !== 0 && (size < 0.001 || size >= 1e6) ? short.toExponential().replace("e+", "e") : String(short);
  return withMinus(text);
}

/** A number with its sign, as `numberText`: `+1.22`, `−0.41`, `0`. */
export function signedText(value: number): string {
  return value > 0 ? `+${numberText(value)}` : numberText(value);
}
