import * as z from "zod";
import { AppError } from "./app-error";
import { type FieldError, fieldErrors, UNKNOWN_FIELD } from "./field-errors";
import { LIST_ERRORS } from "./limits";
import { JsonText } from "@/lib/json/text";

/** Number of errors written into the message itself; the list has them all. */
const SHOWN_ERRORS = 3;

/** The value as the schema makes it. Throws the AppError `invalid` with every failing path. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const checked = check(schema, value);
  if ("errors" in checked) throw invalid(checked.errors, checked.errors.length >= LIST_ERRORS);
  return checked.data;
}

/** Like `validate`, but returns the invalid fields instead of throwing. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { errors: FieldError[] } {
  const parsed = z.safeParse(schema, value, { error: plainMessage });
  return parsed.success ? { data: parsed.data } : { errors: fieldErrors(parsed.error) };
}

/**
 * The error for a value with these invalid fields: `id: is required; limit: must not be negative`, shortened when there
 * are many. `isCut`: there may be more than these.
 */
export function invalid(errors: FieldError[], isCut = false): AppError {
  const shown = errors.slice(0, SHOWN_ERRORS).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const more = errors.length - shown.length;
  return new AppError(
    "invalid",
    `${shown.join("; ")}${more > 0 ? `; and ${isCut ? "at least " : ""}${more} more` : ""}`,
    { errors },
  );
}

/** The error for one field, or for what else a path names, such as a header. */
export function invalidField(path: string, message: string): AppError {
  return invalid([{ path, message }]);
}

/** Rewords zod's message in terms of JSON; undefined keeps zod's message. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  // Each of them is named by its path; zod's own message would have them all.
  if (issue.code === "unrecognized_keys") return UNKNOWN_FIELD;
  if (issue.code !== "invalid_type") return undefined;
  // A field of a path or query that is not a number.
  if (Number.isNaN(issue.input)) return `must be ${TYPES[issue.expected]}`;
  return issue.input === undefined ? "is required" : `must be ${TYPES[issue.expected]}, found ${typeName(issue.input)}`;
}

const TYPES: Partial<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
};

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value instanceof JsonText) return "JSON";
  return TYPES[typeof value] ?? typeof value;
}
