import { type Schema, Validator } from "@cfworker/json-schema";
import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import type { FeedbackCreate } from "@/lib/contract/feedback";
import { parseRef } from "@/lib/contract/refs";
import { formatPath } from "@/lib/json/format-path";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Store } from "@/service/store/store";

type Annotation = Pick<FeedbackCreate, "project_id" | "feedback_type" | "annotation_ref" | "payload">;

const IS_ANNOTATION = /^(core|wandb)\.annotation\./;
const VALUE = ["payload", "value"];
/** The draft that Pydantic and Loupe's own forms write. */
const DRAFT = "2020-12";

const readSchema = z.record(z.string(), z.unknown());

/**
 * Returns a check that throws `invalid` when the value of an annotation does not match the JSON Schema of the object it
 * refers to (`field_schema`), or when that schema cannot be applied. Each object is read once. A reference to an object
 * that does not exist, or of another project, is not checked.
 */
export function annotationCheck(store: Pick<Store, "readObjectValues">): (annotation: Annotation) => Promise<void> {
  const validators = new Map<string, Promise<Validator | undefined>>();
  return async ({ project_id, feedback_type, annotation_ref, payload }) => {
    if (!annotation_ref || !IS_ANNOTATION.test(feedback_type)) return;
    const ref = parseRef(annotation_ref);
    if (ref.kind !== "object" || `${ref.entity}/${ref.project}` !== project_id) return;
    const read = async () =>
      validatorOf(await store.readObjectValues(project_id, [{ object_id: ref.name, digest: ref.digest }]));
    const validator = validators.get(annotation_ref) ?? read();
    validators.set(annotation_ref, validator);
    requireMatch(await validator, JsonNode.parse(payload).get("value"));
  };
}

function requireMatch(validator: Validator | undefined, value: JsonNode | undefined): void {
  if (!validator) return;
  const errors = problemsOf(validator, value);
  if (errors.length === 0) return;
  throw new AppError("invalid", errors.map(({ path, message }) => `${path}: ${message}`).join("; "), { errors });
}

function problemsOf(validator: Validator, value: JsonNode | undefined): { path: string; message: string }[] {
  if (value === undefined) return [{ path: formatPath(VALUE), message: "required" }];
  try {
    const { errors } = validator.validate(value.toValue());
    // A keyword that applies another schema repeats that one's errors as its own.
    const innermost = errors.filter(({ keywordLocation }) =>
      errors.every((other) => !other.keywordLocation.startsWith(`${keywordLocation}/`)),
    );
    return innermost.map(({ instanceLocation, error }) => ({
      path: formatPath([...VALUE, ...stepsOf(instanceLocation)]),
      message: error,
    }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ path: "annotation_ref", message: `the field_schema of the object cannot be applied: ${why}` }];
  }
}

/** The steps of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Undefined where the object has no schema: any value is then accepted. */
function validatorOf([object]: (JsonText | undefined)[]): Validator | undefined {
  const schema = object && JsonNode.parse(object).get("field_schema");
  if (schema?.kind !== "object") return undefined;
  const read: Schema = readSchema.parse(schema.toValue());
  return new Validator(read, DRAFT, false);
}
