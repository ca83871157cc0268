import type { ObjectVersion } from "@/lib/contract/objects";
import { ANNOTATION_CLASS, writeSpec } from "@/lib/feedback/annotation-spec";
import { type JsonText, toJsonText } from "@/lib/json/text";

/** For tests: the object of an annotation whose answers have this JSON Schema. */
export function specObject(name: string, schema: Parameters<typeof toJsonText>[0]): ObjectVersion & { val: JsonText } {
  return {
    project_id: "acme/bot",
    object_id: name,
    created_at: "2026-11-20T08:00:00.000000Z",
    digest: `digest-of-${name}`,
    version_index: 0,
    is_latest: 1,
    kind: "object",
    base_object_class: ANNOTATION_CLASS,
    val: writeSpec({ name, description: "", schema: toJsonText(schema) }),
  };
}
