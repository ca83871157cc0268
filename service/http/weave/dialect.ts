import type { z } from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { FieldError } from "@/lib/contract/field-errors";
import { readWeave } from "./read-weave";
import { weaveFieldError, weaveWords, writeWeave } from "./write-weave";

/** The dialect of the callers under one path prefix, where it differs from the main interface. */
export type Dialect = {
  prefix: string;
  /** Whether it has an endpoint; others are only in the main interface. */
  has(endpoint: Endpoint): boolean;
  /** Translates a parsed body for validation by the schema. */
  readBody(body: unknown, endpoint: Endpoint, schema: z.ZodType): unknown;
  writeAnswer(value: unknown): unknown;
  fieldError(error: FieldError): FieldError;
  /** The message of an error. */
  words(message: string): string;
};

/** What Weave's SDKs ask for; nothing that a proxy may hide at its own path, such as `/metrics`. */
const PATHS =
  /^\/(?:agents|calls?|cost|feedback|files?|graphql|health|objs?|otel|refs|server_info|tables?|threads|v1)(?:\/|$)/;

/**
 * W&B Weave's dialect: the same service, so that its SDKs work unmodified (`WF_TRACE_SERVER_URL` ending with the
 * prefix).
 */
export const weave: Dialect = {
  prefix: "/weave",
  has: ({ path }) => PATHS.test(path),
  readBody: readWeave,
  writeAnswer: (value) => writeWeave(value),
  fieldError: weaveFieldError,
  words: weaveWords,
};
