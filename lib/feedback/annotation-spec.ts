import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { fieldOf, type FormField } from "./form-field";

/** The class of annotation objects, the same as Weave's. */
export const ANNOTATION_CLASS = "AnnotationSpec";

/** The question of an annotation: one version of its object. */
export interface AnnotationSpec {
  /** Name of the object; the type of its feedback ends with it. */
  id: string;
  ref: string;
  /** The name that is shown. */
  name: string;
  description?: string;
  field: FormField;
}

/** The type of the feedback that answers an annotation. */
export function annotationType(id: string): string {
  return `core.annotation.${id}`;
}

/** Whether a feedback type answers an annotation, in either spelling. */
export function isAnnotationType(type: string | undefined, id: string): boolean {
  return type === annotationType(id) || type === `wandb.annotation.${id}`;
}

/** The question in a version of an annotation's object. Without a schema any answer is valid. */
export function readSpec({ project_id: projectId, object_id: id, kind, digest, val }: ObjectVersion): AnnotationSpec {
  const node = JsonNode.parse(val);
  const schema = node.get("field_schema");
  return {
    id,
    ref: versionRef(projectId, { kind, name: id, digest }),
    name: node.get("name")?.string() ?? id,
    description: node.get("description")?.string(),
    field: schema?.kind === "object" ? fieldOf(schema) : { kind: "json" },
  };
}

/** The value of an annotation's object, as Weave's SDKs write and read it. */
export function writeSpec({
  name,
  description,
  schema,
}: {
  name: string;
  description: string;
  schema: JsonText;
}): JsonText {
  return new JsonText(
    writeJson({
      _type: ANNOTATION_CLASS,
      _class_name: ANNOTATION_CLASS,
      _bases: ["BaseObject", "BaseModel"],
      name,
      description: description === "" ? null : description,
      field_schema: schema,
      unique_among_creators: true,
      op_scope: null,
    }),
  );
}

/** The value of an annotation's object with a changed question; all other members keep their text. */
export function rewriteSpec(
  val: JsonText,
  { name, description, schema }: { name: string; description: string; schema: JsonText },
): JsonText {
  const members = [...JsonNode.parse(val).entries()].map(([key, node]) => [key, new JsonText(node.raw)] as const);
  const changed = { name, description: description === "" ? null : description, field_schema: schema };
  return new JsonText(writeJson({ ...Object.fromEntries(members), ...changed }));
}
