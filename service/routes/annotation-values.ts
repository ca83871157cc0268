import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { formatPath } from "@/lib/json/format-path";
import type { FeedbackCreate } from "@/lib/contract/feedback";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { parseRef } from "@/lib/contract/refs";
import type { Store } from "@/service/store/store";

type Annotation = Pick<FeedbackCreate, "project_id" | "feedback_type" | "annotation_ref" | "payload">;

const IS_ANNOTATION = /^(core|wandb)\.annotation\./;
const VALUE = ["payload", "value"];

/**
 * Returns a check that throws `invalid` when the value of an annotation does not match the JSON Schema of the object it
 * refers to (`field_schema`), reading each object once. Objects that are missing or in another project are not checked.
 */
export function annotationCheck(store: Pick<Store, "readObjectValues">): (annotation: Annotation) => Promise<void> {
  const schemas = new Map<string, Promise<z.ZodType | undefined>>();
  return async ({ project_id, feedback_type, annotation_ref, payload }) => {
    if (!annotation_ref || !IS_ANNOTATION.test(feedback_type)) return;
    const ref = parseRef(annotation_ref);
    if (ref.kind !== "object" || `${ref.entity}/${ref.project}` !== project_id) return;
    const read = async () =>
      schemaOf(await store.readObjectValues(project_id, [{ object_id: ref.name, digest: ref.digest }]));
    const schema = schemas.get(annotation_ref) ?? read();
    schemas.set(annotation_ref, schema);
    requireFit(await schema, JsonNode.parse(payload).get("value"));
  };
}

function requireFit(schema: z.ZodType | undefined, value: JsonNode | undefined): void {
  const parsed = schema?.safeParse(value?.toValue());
  if (!parsed?.error) return;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: formatPath([...VALUE, ...path]), message }));
  throw new AppError("invalid", errors.map(({ path, message }) => `${path}: ${message}`).join("; "), { errors });
}

/** Undefined where there is no schema, or one that cannot be checked: any value is then allowed. */
function schemaOf([object]: (JsonText | undefined)[]): z.ZodType | undefined {
  const schema = object && JsonNode.parse(object).get("field_schema");
  if (schema?.kind !== "object") return undefined;
  try {
    return z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(schema.toValue()));
  } catch {
    return undefined;
  }
}
