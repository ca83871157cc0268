import type { ObjectKind } from "@/lib/contract/objects";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** Root classes that Weave's SDKs publish. */
const ROOT_CLASSES = ["Object", "BaseObject"];

/** An op is stored as a custom type with this name. */
export function objectKindOf(val: JsonText): ObjectKind {
  const node = JsonNode.parse(val);
  const type = node.get("_type")?.string();
  const custom = node.at(["weave_type", "type"])?.string();
  return (type === "CustomWeaveType" ? custom : type) === "Op" ? "op" : "object";
}

/**
 * The classes that a value of Weave's SDKs names: `leaf` is its own (`_class_name`), `base` the one directly below the
 * common root (`_bases`, nearest first, ends with `Object`, `BaseModel`). Undefined if it names none.
 */
export function objectClassesOf(val: JsonText): { base: string; leaf: string } | undefined {
  const node = JsonNode.parse(val);
  const leaf = node.get("_class_name")?.string();
  const bases = [...(node.get("_bases")?.items() ?? [])].map((base) => base.string());
  const root = bases.at(-2);
  if (leaf === undefined || bases.at(-1) !== "BaseModel" || root === undefined) return undefined;
  if (!ROOT_CLASSES.includes(root)) return undefined;
  return { base: bases.at(-3) ?? leaf, leaf };
}
