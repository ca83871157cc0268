import * as z from "zod";
import { ERROR_STATUS, type ErrorCode } from "./error-codes";

/** A `FieldError` in a body. */
export const fieldError = z.object({ path: z.string(), message: z.string() });

/** Every code that the service answers with. */
export const errorCode = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

/** Error body of the trace endpoints. */
export const traceError = z.object({
  code: errorCode,
  message: z.string(),
  request_id: z.string(),
  errors: z.array(fieldError).optional(),
});
export type TraceError = z.infer<typeof traceError>;

/** Why an item of a batch was rejected. */
export const itemError = traceError.omit({ request_id: true });

/**
 * Error body of `/v1/*`: OpenAI's format, parsed loosely, since errors of model servers are forwarded unchanged. It
 * lists every invalid field; `param` is the first.
 */
export const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string().nullish(),
    param: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
    errors: z.array(fieldError).optional().catch(undefined),
  }),
});
