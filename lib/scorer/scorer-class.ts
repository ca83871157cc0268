import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** The class of a scorer, also in W&B's SDKs, whose own scorers have code instead of a definition. */
export const SCORER_CLASS = "Scorer";

/** Whether an object's value is a scorer with a definition, which may be invalid. */
export function hasDefinition(val: JsonText): boolean {
  const root = JsonNode.parse(val);
  return root.get("_class_name")?.string() === SCORER_CLASS && root.get("scorer")?.kind === "object";
}
