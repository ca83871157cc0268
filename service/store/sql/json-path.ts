import type { Parameters } from "./parameters";
import type { SqlValue } from "./sql-value";

/** A name that JSON text contains either unchanged or with a `\u` escape. */
const PLAIN_NAME = /^[^"\\/\p{Cc}]+$/u;

/**
 * The value at a path of keys and positions in a column with JSON text; null if there is none. Parsing text as jsonb is
 * slow, so it is avoided if the text does not contain the name.
 */
export function jsonPath(column: string, path: readonly string[], parameters: Parameters): SqlValue {
  const inside = `(loupe_jsonb(${column}) #> ${parameters.add(path, "text[]")})`;
  const name = path.findLast((step) => PLAIN_NAME.test(step) && !/^-?\d+$/.test(step));
  if (name === undefined) return { sql: inside, type: "json" };
  const mayHold = `strpos(${column}, ${parameters.add(name, "text")}) > 0 or strpos(${column}, '\\u') > 0`;
  return { sql: `(case when ${mayHold} then ${inside} end)`, type: "json" };
}
