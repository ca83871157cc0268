import * as z from "zod";
import { AppError } from "./app-error";
import { type FieldError, fieldErrors } from "./field-errors";
import { JsonText } from "@/lib/json/text";

/** Errors spelled out in the message itself; the list has them all. */
const SHOWN_ERRORS = 3;

/** The value as the schema makes it. Throws the AppError `invalid` with every failing path. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const checked = check(schema, value);
  if ("errors" in checked) throw invalid(checked.errors);
  return checked.data;
}

/** As `validate`, answering the failing fields instead of throwing. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { errors: FieldError[] } {
  const parsed = z.safeParse(schema, value, { error: plainMessage });
  return parsed.success ? { data: parsed.data } : { errors: fieldErrors(parsed.error) };
}

/**
 * The refusal of a value with these failing fields: `id: is required; limit: must not be negative`, cut when there are
 * many; `isCut` where there may be more than these.
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

/** Rewords zod's message in JSON terms; undefined keeps zod's. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  // A field of an address that is no number.
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
  array: "a list",
};

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value instanceof JsonText) return "JSON";
  return TYPES[typeof value] ?? typeof value;
}
