import type { ErrorCode } from "@/lib/contract/error-codes";
import type { FieldError } from "@/lib/contract/field-errors";

/**
 * Errors on the client's side of a request, in addition to the service's codes: no answer, an incomplete answer, an
 * answer that does not match the contract.
 */
export type ApiErrorCode = ErrorCode | "unreachable" | "cut_off" | "unexpected_answer";

/** Any failure of a request: a code for programs, a message for people, the request id for the log. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The id of the call that records a rejected chat request. */
  readonly callId: string | undefined;
  /** The model server that rejected it. */
  readonly upstream: string | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    details: {
      status?: number;
      requestId?: string;
      errors?: readonly FieldError[];
      retryAfterSeconds?: number;
      callId?: string;
      upstream?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.callId = details.callId;
    this.upstream = details.upstream;
  }
}

/**
 * Whether the service does not have the requested endpoint, as services with only the core interface answer. The client
 * uses the contract's methods, so a path that does not allow the method counts too. `errorOfAnswer` maps other
 * services' 404 of an extension to this code.
 */
export function isMissingEndpoint(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "unknown_endpoint" || error.code === "method_not_allowed");
}

/** Whether the service has the endpoint, but not what the request names. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_found";
}

/** Whether what the request changes is no longer as the request says. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === "conflict";
}

/**
 * Whether the same request may succeed a little later: there was no response, the relay reported that the service did
 * not respond, or the service sent Retry-After. A 503 without Retry-After is about this request.
 */
export function isTransient({ code, status, retryAfterSeconds }: ApiError): boolean {
  if (code === "unreachable" || status === 502) return true;
  return (status === 429 || status === 503) && retryAfterSeconds !== undefined;
}
