import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/**
 * The class to publish a value with: that of the version before, if the value is an object that names no class itself.
 */
export function classFor(
  before: Pick<ObjectVersion, "base_object_class"> | undefined,
  val: JsonText,
): string | undefined {
  const isNamed = val.kind !== "object" || JsonNode.parse(val).get("_class_name") !== undefined;
  return isNamed ? undefined : before?.base_object_class;
}
