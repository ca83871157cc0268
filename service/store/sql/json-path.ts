import type { Parameters } from "./parameters";
import type { SqlValue } from "./sql-value";

/** A name that JSON text contains either unchanged or with a `\u` escape. */
const PLAIN_NAME = /^[^"\\/\p{Cc}]+$/u;

/**
 * The value at a path of keys and positions in a column with JSON text; of several paths, the first that is not JSON null;
 * null if there is none. Parsing text as jsonb is slow, so it is avoided if the text does not contain the name.
 */
export function jsonPath(column: string, paths: readonly (readonly string[])[], parameters: Parameters): SqlValue {
  const names = paths.map((path) => path.findLast((step) => PLAIN_NAME.test(step) && !/^-?\d+$/.test(step)));
  const steps = paths.map((path) => parameters.add(path, "text[]"));
  const json = `loupe_jsonb(${column})`;
  const [first = ""] = steps;
  const inside =
    steps.length === 1
      ? `(${json} #> ${first})`
      : `(select coalesce(${steps.map((step) => `nullif(json.root #> ${step}, 'null')`).join(", ")}) from (select ${json} as root offset 0) json)`;
  const found = new Set(names);
  if (found.has(undefined)) return { sql: inside, type: "json" };
  const mayHold = [...found].map((name) => `strpos(${column}, ${parameters.add(name, "text")}) > 0`);
  return {
    sql: `(case when ${mayHold.join(" or ")} or strpos(${column}, '\\u') > 0 then ${inside} end)`,
    type: "json",
  };
}
