import { JsonNode } from "./node";
import { JsonText } from "./text";

type Wanted = Map<string, Wanted> | "all";

/**
 * An object with only the values at some paths of keys and positions, each under the names of its path; every value
 * keeps its text, and what is not there is left out. `{"a":{"b":1.0,"c":2}}` with the path `a.b` is `{"a":{"b":1.0}}`.
 */
export function pickPaths(json: JsonText, paths: readonly (readonly string[])[]): JsonText {
  const wanted: Wanted = new Map();
  for (const path of paths) want(wanted, path);
  return new JsonText(write(JsonNode.parse(json), wanted) ?? "{}");
}

function want(wanted: Map<string, Wanted>, [step, ...inside]: readonly string[]): void {
  if (step === undefined) return;
  const known = wanted.get(step);
  if (known === "all") return;
  if (inside.length === 0) wanted.set(step, "all");
  else {
    const next = known ?? new Map<string, Wanted>();
    wanted.set(step, next);
    want(next, inside);
  }
}

function write(node: JsonNode, wanted: Wanted): string | undefined {
  if (wanted === "all") return node.raw;
  const members = [...wanted].flatMap(([step, inside]) => {
    const child = node.get(step) ?? (/^\d+$/.test(step) ? node.item(Number(step)) : undefined);
    const written = child && write(child, inside);
    return written === undefined ? [] : [`${JSON.stringify(step)}:${written}`];
  });
  return members.length === 0 ? undefined : `{${members.join(",")}}`;
}
