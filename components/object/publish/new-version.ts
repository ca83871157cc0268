import type { ObjectVersion } from "@/lib/contract/objects";
import type { JsonText } from "@/lib/json/text";

/** The class of the previous version is kept if the value can still have it. */
export function classFor(version: ObjectVersion | undefined, val: JsonText): string | undefined {
  const given = version?.base_object_class;
  return given !== undefined && val.kind === "object" && !val.text.includes('"_class_name"') ? given : undefined;
}
