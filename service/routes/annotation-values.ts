import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
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
/** The draft of a schema that names none: that of Pydantic and of Loupe's own forms. */
const DEFAULT_DRAFT = "2020-12";
/** Drafts by a part of their `$schema`. */
const DRAFTS: [part: string, draft: SchemaDraft][] = [
  ["draft-04", "4"],
  ["draft-06", "7"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];

const jsonSchema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);

type Problem = { path: string; message: string };
/** Of the schema of an object: what applies it, or why it cannot be applied. */
type Check = { validator: Validator } | { problem: Problem };

/**
 * Returns a check that throws `invalid` when the value of an annotation does not match the JSON Schema of the object it
 * refers to (`field_schema`), or when that schema cannot be applied. Each object is read once. A reference to an object
 * that does not exist, or of another project, is not checked.
 */
export function annotationCheck(store: Pick<Store, "readObjectValues">): (annotation: Annotation) => Promise<void> {
  const checks = new Map<string, Promise<Check | undefined>>();
  return async ({ project_id, feedback_type, annotation_ref, payload }) => {
    if (!annotation_ref || !IS_ANNOTATION.test(feedback_type)) return;
    const ref = parseRef(annotation_ref);
    if (ref.kind !== "object" || `${ref.entity}/${ref.project}` !== project_id) return;
    const read = async () =>
      checkOf(await store.readObjectValues(project_id, [{ object_id: ref.name, digest: ref.digest }]));
    const check = checks.get(annotation_ref) ?? read();
    checks.set(annotation_ref, check);
    requireMatch(await check, JsonNode.parse(payload).get("value"));
  };
}

/** The check by the object's `field_schema`; undefined without an object or a schema: any value is then accepted. */
function checkOf([object]: (JsonText | undefined)[]): Check | undefined {
  const schema = object && JsonNode.parse(object).get("field_schema");
  if (!schema || schema.kind === "null") return undefined;
  if (schema.kind !== "object" && schema.kind !== "boolean")
    return { problem: unusable("a JSON Schema is an object, true or false") };
  try {
    return { validator: validatorOf(jsonSchema.parse(schema.toValue())) };
  } catch (error) {
    return { problem: unusable(error) };
  }
}

/** Throws for an `$id` or `$ref` that is no URI, for an `$id` that is given twice, and the like. */
function validatorOf(schema: Schema | boolean): Validator {
  const named: unknown = typeof schema === "object" ? schema.$schema : undefined;
  const known = DRAFTS.find(([part]) => typeof named === "string" && named.includes(part));
  return new Validator(schema, known?.[1] ?? DEFAULT_DRAFT, false);
}

function unusable(cause: unknown): Problem {
  const why = cause instanceof Error ? cause.message : String(cause);
  return { path: "annotation_ref", message: `the field_schema of the object cannot be applied: ${why}` };
}

function requireMatch(check: Check | undefined, value: JsonNode | undefined): void {
  if (!check) return;
  const errors = problemsOf(check, value);
  if (errors.length === 0) return;
  throw new AppError("invalid", errors.map(({ path, message }) => `${path}: ${message}`).join("; "), { errors });
}

function problemsOf(check: Check, value: JsonNode | undefined): Problem[] {
  if ("problem" in check) return [check.problem];
  if (value === undefined) return [{ path: formatPath(VALUE), message: "required" }];
  try {
    const { errors } = check.validator.validate(value.toValue());
    // A keyword that applies another schema repeats that one's errors as its own.
    const innermost = errors.filter(({ keywordLocation }) =>
      errors.every((other) => !other.keywordLocation.startsWith(`${keywordLocation}/`)),
    );
    return innermost.map(({ instanceLocation, error }) => ({
      path: formatPath([...VALUE, ...stepsOf(instanceLocation)]),
      message: error,
    }));
  } catch (error) {
    return [unusable(error)];
  }
}

/** The steps of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}
