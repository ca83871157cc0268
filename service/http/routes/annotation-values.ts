import { type OutputUnit, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import type { FeedbackCreate } from "@/lib/contract/feedback";
import { parseRef } from "@/lib/contract/refs";
import { LIST_ERRORS, SCHEMA_CHARS, SCHEMA_VALUE_CHARS } from "@/lib/contract/limits";
import { formatPath } from "@/lib/json/format-path";
import { JsonNode } from "@/lib/json/node";
import { type JsonText, kindAt } from "@/lib/json/text";
import { eachWithinTime } from "@/lib/limit/each-within-time";
import { SlowOnes } from "@/lib/limit/slow-ones";
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
type Check = { validator: () => Validator } | { problem: Problem };
/** A check of the annotation at a place. */
type Applied = { place: number; ref: string; problems: () => Problem[] };
type SchemaStore = Pick<Store, "readObjectValues">;

/**
 * How long a schema may take for one value, one that took too long recently, and all schemas for the values of a request,
 * milliseconds.
 */
const EACH_MS = 90;
const WARY_MS = 10;
const ALL_MS = 4_000;
/** Of the different schemas of a request. */
const ALL_SCHEMAS_CHARS = 4 * 2 ** 20;
const TOO_SLOW: Problem = {
  path: "annotation_ref",
  message: "the field_schema of the object takes too long for this value; simplify its patterns and references",
};

/** Of each store, the refs of objects whose schema took too long recently. */
const slowSchemas = new WeakMap<SchemaStore, SlowOnes<string>>();

/**
 * What is wrong with the values of annotations, in order: each must match the JSON Schema of the object that it refers to
 * (`field_schema`); undefined if it does. Each object is read once, and all schemas together have a limited time. A
 * reference to an object that does not exist, or of another project, is not checked.
 */
export async function annotationErrors(
  store: SchemaStore,
  annotations: readonly Annotation[],
): Promise<(AppError | undefined)[]> {
  const slow = slowSchemasOf(store);
  const checks = new Map<string, Check | undefined>();
  const applied: Applied[] = [];
  let chars = 0;
  for (const [place, annotation] of annotations.entries()) {
    const ref = schemaRefOf(annotation);
    if (ref === undefined) continue;
    if (!checks.has(ref.text)) {
      const key = { object_id: ref.name, digest: ref.digest };
      const schema = schemaOf(await store.readObjectValues(annotation.project_id, [key]));
      chars += schema?.length ?? 0;
      checks.set(ref.text, schema === undefined ? undefined : checkOf(schema, chars));
    }
    const check = checks.get(ref.text);
    if (check) applied.push({ place, ref: ref.text, problems: () => problemsOf(check, annotation.payload) });
  }
  // Those of a schema that took too long for one value are not tried.
  const givenUp = new Set<string>();
  const results = await eachWithinTime(
    applied.map(
      ({ ref, problems }) =>
        () =>
          givenUp.has(ref) ? [TOO_SLOW] : problems(),
    ),
    { eachMs: applied.some(({ ref }) => slow.has(ref)) ? WARY_MS : EACH_MS, allMs: ALL_MS },
    (at) => {
      const { ref = "" } = applied[at] ?? {};
      givenUp.add(ref);
      slow.add(ref);
    },
  );
  const errors = new Map<number, AppError>();
  for (const [at, { place }] of applied.entries()) {
    const problems = results[at]?.result ?? [TOO_SLOW];
    if (problems.length > 0) errors.set(place, errorOf(problems));
  }
  return annotations.map((_annotation, place) => errors.get(place));
}

/** Throws what is wrong with one annotation. */
export async function requireMatch(store: SchemaStore, annotation: Annotation): Promise<void> {
  const [error] = await annotationErrors(store, [annotation]);
  if (error) throw error;
}

function slowSchemasOf(store: SchemaStore): SlowOnes<string> {
  const slow = slowSchemas.get(store) ?? new SlowOnes<string>();
  slowSchemas.set(store, slow);
  return slow;
}

/** The object whose schema an annotation must match; undefined if there is none to check. */
function schemaRefOf({ project_id, feedback_type, annotation_ref }: Annotation) {
  if (!annotation_ref || !IS_ANNOTATION.test(feedback_type)) return undefined;
  const ref = parseRef(annotation_ref);
  if (ref.kind !== "object" || `${ref.entity}/${ref.project}` !== project_id) return undefined;
  return { text: annotation_ref, name: ref.name, digest: ref.digest };
}

/** The JSON of an object's `field_schema`; undefined without an object or a schema: any value is then accepted. */
function schemaOf([object]: (JsonText | undefined)[]): string | undefined {
  const schema = object && JsonNode.parse(object).get("field_schema");
  if (!schema || schema.kind === "null") return undefined;
  // Copied, so that it does not keep the whole object in memory.
  return Buffer.from(schema.raw).toString();
}

/** The check by a schema, with which all of the request have so many characters. */
function checkOf(schema: string, allChars: number): Check {
  const kind = kindAt(schema, 0);
  if (kind !== "object" && kind !== "boolean")
    return { problem: unusable("a JSON Schema is an object, true or false") };
  if (schema.length > SCHEMA_CHARS) return { problem: unusable(`it is longer than ${SCHEMA_CHARS} characters`) };
  if (allChars > ALL_SCHEMAS_CHARS)
    return { problem: unusable(`all schemas of the request have more than ${ALL_SCHEMAS_CHARS} characters`) };
  let known: Validator | undefined;
  // Compiled within the limit on the time, too.
  return { validator: () => (known ??= validatorOf(jsonSchema.parse(JSON.parse(schema)))) };
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

function errorOf(errors: Problem[]): AppError {
  return new AppError("invalid", errors.map(({ path, message }) => `${path}: ${message}`).join("; "), { errors });
}

function problemsOf(check: Check, payload: JsonText): Problem[] {
  if ("problem" in check) return [check.problem];
  const value = JsonNode.parse(payload).get("value");
  if (value === undefined) return [{ path: formatPath(VALUE), message: "required" }];
  const { raw } = value;
  if (raw.length > SCHEMA_VALUE_CHARS)
    return [{ path: formatPath(VALUE), message: `must have at most ${SCHEMA_VALUE_CHARS} characters` }];
  try {
    const { errors } = check.validator().validate(JSON.parse(raw));
    return innermost(errors).map(({ instanceLocation, error }) => ({
      path: formatPath([...VALUE, ...stepsOf(instanceLocation)]),
      message: error,
    }));
  } catch (error) {
    return [unusable(error)];
  }
}

/** A keyword that applies another schema repeats that one's errors as its own. */
function innermost(errors: readonly OutputUnit[]): OutputUnit[] {
  const outer = new Set<string>();
  for (const { keywordLocation } of errors)
    for (let end = keywordLocation.lastIndexOf("/"); end > 0; end = keywordLocation.lastIndexOf("/", end - 1))
      outer.add(keywordLocation.slice(0, end));
  return errors.filter(({ keywordLocation }) => !outer.has(keywordLocation)).slice(0, LIST_ERRORS);
}

/** The steps of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}
