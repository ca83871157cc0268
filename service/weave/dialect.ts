import type { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { FieldError } from "@/lib/contract/field-errors";
import { readWeave } from "./read-weave";
import { weaveFieldError, weaveWords, writeWeave } from "./write-weave";

/** The dialect of the callers under one path prefix, where it differs from the main interface. */
export type Dialect = {
  prefix: string;
  /** Translates a parsed body for validation by the schema. */
  readBody(body: unknown, endpoint: Endpoint, schema: z.ZodType): unknown;
  writeAnswer(value: unknown): unknown;
  fieldError(error: FieldError): FieldError;
  /** The message of an error. */
  words(message: string): string;
};

/**
 * W&B Weave's dialect: the same service, so that its SDKs work unmodified (`WF_TRACE_SERVER_URL` ending with the
 * prefix).
 */
export const weave: Dialect = {
  prefix: "/weave",
  readBody: readWeave,
  writeAnswer: (value) => writeWeave(value),
  fieldError: weaveFieldError,
  words: weaveWords,
};
