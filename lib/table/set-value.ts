import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

/**
 * A row with another value at a path of names, or without one if `value` is undefined; objects that are missing on the
 * way are added. All other values keep their text. The empty path is the whole row, which cannot be removed.
 */
export function setValue(row: JsonText, names: readonly string[], value: JsonText | undefined): JsonText {
  const [name, ...rest] = names;
  if (name === undefined) return value ?? row;
  const object = row.kind === "object" ? row : new JsonText("{}");
  if (rest.length === 0) return changeMembers(object, new Map([[name, value?.text]]));
  const member = JsonNode.parse(object).get(name);
  if (!member && !value) return row;
  const inner = setValue(new JsonText(member?.raw ?? "{}"), rest, value);
  return changeMembers(object, new Map([[name, inner.text]]));
}

/** Whether a row can have a value at a path: what is on the way is an object, or missing. */
export function canHave(row: JsonText, names: readonly string[]): boolean {
  let node: JsonNode | undefined = JsonNode.parse(row);
  for (const name of names) {
    if (node?.kind !== "object") return false;
    node = node.get(name);
    if (!node) return true;
  }
  return true;
}
