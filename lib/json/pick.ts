import { JsonNode } from "./node";
import { JsonText } from "./text";

type Selection = Map<string, Selection> | "all";

/**
 * An object with only the values at some paths of keys and positions, nested under the names of each path. Values keep
 * their text; absent ones are left out. `{"a":{"b":1.0,"c":2}}` with the path `a.b` becomes `{"a":{"b":1.0}}`.
 */
export function pickPaths(json: JsonText, paths: readonly (readonly string[])[]): JsonText {
  const selection: Selection = new Map();
  for (const path of paths) select(selection, path);
  return new JsonText(write(JsonNode.parse(json), selection) ?? "{}");
}

function select(selection: Map<string, Selection>, [step, ...inside]: readonly string[]): void {
  if (step === undefined) return;
  const known = selection.get(step);
  if (known === "all") return;
  if (inside.length === 0) selection.set(step, "all");
  else {
    const next = known ?? new Map<string, Selection>();
    selection.set(step, next);
    select(next, inside);
  }
}

function write(node: JsonNode, selection: Selection): string | undefined {
  if (selection === "all") return node.raw;
  const members = [...selection].flatMap(([step, inside]) => {
    const child = node.get(step) ?? (/^\d+$/.test(step) ? node.item(Number(step)) : undefined);
    const written = child && write(child, inside);
    return written === undefined ? [] : [`${JSON.stringify(step)}:${written}`];
  });
  return members.length === 0 ? undefined : `{${members.join(",")}}`;
}
