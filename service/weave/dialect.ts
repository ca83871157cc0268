import type { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { FieldError } from "@/lib/contract/field-errors";
import { readWeave } from "./read-weave";
import { weaveFieldError, weaveWords, writeWeave } from "./write-weave";

/** How the callers under one path prefix speak, where it is not as the interface has it. */
export type Dialect = {
  prefix: string;
  /** A parsed body, made to be validated by the schema. */
  readBody(body: unknown, endpoint: Endpoint, schema: z.ZodType): unknown;
  writeAnswer(value: unknown): unknown;
  fieldError(error: FieldError): FieldError;
  /** What an error says. */
  words(message: string): string;
};

/** W&B Weave's: the same service, so that its SDKs work as they are (`WF_TRACE_SERVER_URL` ending in the prefix). */
export const weave: Dialect = {
  prefix: "/weave",
  readBody: readWeave,
  writeAnswer: (value) => writeWeave(value),
  fieldError: weaveFieldError,
  words: weaveWords,
};
