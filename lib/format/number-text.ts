import { withMinus } from "./minus";

/** A reward, a mean, a deviation or a metric with at most four digits: `0.4714`, `−3.5`, `1e−5`, `3.21e9`. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const short = Number(value.toPrecision(4));
  const text = size !== 0 && (size < 0.001 || size >= 1e6) ? short.toExponential().replace("e+", "e") : String(short);
  return withMinus(text);
}

/** An advantage with its sign: `+1.22`, `−0.41`, `0`. */
export function advantageText(advantage: number): string {
  return advantage > 0 ? `+${numberText(advantage)}` : numberText(advantage);
}
