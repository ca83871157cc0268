import * as z from "zod";

/** Every error the service answers with, and its HTTP status (design: "Errors"). */
export const ERROR_STATUS = {
  not_json: 400,
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One failing field: `path` is spelled `trajectory_groups[3].reward`; empty for the body itself. */
export const fieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

/** Error body of the trace endpoints. */
export const traceError = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  request_id: z.string(),
  errors: z.array(fieldError).optional(),
});
export type TraceError = z.infer<typeof traceError>;

/** Why one item of a batch was refused. */
export const itemError = traceError.omit({ request_id: true });

/** Error body of `/v1/*`: OpenAI's shape, read loosely, since those of model servers are passed on as they came. */
export const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string().nullish(),
    param: z.string().nullish(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
});

/** `["a", 3, "b"]` as `a[3].b`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** Every failing path of a zod error; an unknown field is named by its own path. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: "is not a known field" }));
    return [{ path: formatPath(issue.path), message: issue.message }];
  });
}
