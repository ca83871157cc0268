import type { z } from "zod";
import { AppError } from "./app-error";
import type { FieldError } from "./field-errors";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeJson } from "@/lib/json/text";
import { validate } from "./validate";

/** For tests: a body as the service reads it, from JSON text with its payloads cut out. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return validate(schema, parseJson(writeJson(body), slicePlan(schema)));
}

/** For tests: the errors of a body, with every path; empty if it is valid. */
export function problemsOf(schema: z.ZodType, body: unknown): FieldError[] {
  try {
    readBody(schema, body);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.errors) return error.errors;
    throw error;
  }
}
