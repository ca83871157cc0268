import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Writer } from "protobufjs/minimal.js";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { openAiError, TraceError } from "@/lib/contract/errors";
import type { ErrorCode } from "@/lib/contract/error-codes";
import type { z } from "zod";
import { describe } from "@/service/telemetry/describe-error";
import type { ServiceContext } from "./env";

const JSON_HEADERS = { "content-type": "application/json" };

/** Converts an error to a response: its status, its body in the endpoint's format, `Retry-After`. */
export function answerError(c: ServiceContext, thrown: unknown, logger: Logger): Response {
  const left = c.req.raw.signal.aborted;
  const error = thrown instanceof AppError ? thrown : left ? CLIENT_LEFT : unexpected(c, thrown, logger);
  c.set("outcome", left ? "client_left" : error.code);
  if (error.retryAfterSeconds !== undefined) c.header("retry-after", String(error.retryAfterSeconds));
  return FAMILIES[c.get("endpoint")?.errors ?? c.get("errors") ?? "trace"](c, error);
}

// The client has disconnected, so the response is not read.
const CLIENT_LEFT = new AppError("bad_request", "The client disconnected");

// For an unexpected error the caller gets only the request id, by which it is found in the log.
function unexpected(c: ServiceContext, thrown: unknown, logger: Logger): AppError {
  const requestId = c.get("requestId");
  logger.error({ request_id: requestId, error: describe(thrown) }, "unexpected error");
  return new AppError(
    "internal",
    `Internal error. To find the cause, search the service log for request ID ${requestId}.`,
  );
}

const FAMILIES: Record<Endpoint["errors"], (c: ServiceContext, error: AppError) => Response> = {
  trace(c, { code, message, errors, status }) {
    const dialect = c.get("dialect");
    const body: TraceError = {
      code,
      message: dialect?.words(message) ?? message,
      request_id: c.get("requestId"),
      errors: dialect ? errors?.map((one) => dialect.fieldError(one)) : errors,
    };
    return c.body(JSON.stringify(body), status, JSON_HEADERS);
  },
  openai(c, { code, message, errors, status }) {
    const param = errors?.[0]?.path ?? null;
    const body: z.infer<typeof openAiError> = { error: { message, type: openAiType(status), param, code, errors } };
    return c.body(JSON.stringify(body), status, JSON_HEADERS);
  },
  otlp(c, { code, message, status }) {
    // The specification lets clients retry after 429, 502, 503 and 504 only.
    const retried = code === "storage_full" ? 503 : status;
    return answerRpcStatus(c, retried, RPC_CODE[code] ?? INVALID_ARGUMENT, message);
  },
};

function openAiType(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

const INVALID_ARGUMENT = 3;

/** Codes of google.rpc.Status; any other error of the caller is an invalid argument. */
const RPC_CODE: Partial<Record<ErrorCode, number>> = {
  unauthenticated: 16,
  forbidden: 7,
  not_found: 5,
  too_many_requests: 8,
  internal: 13,
  unavailable: 14,
  storage_full: 8,
};

/** A google.rpc.Status in the request's own content type, as the OTLP specification requires ("Failures"). */
function answerRpcStatus(c: ServiceContext, status: ContentfulStatusCode, code: number, message: string): Response {
  if (c.req.header("content-type")?.startsWith("application/json"))
    return c.body(JSON.stringify({ code, message }), status, JSON_HEADERS);
  const bytes = Writer.create().uint32(8).int32(code).uint32(18).string(message).finish();
  return c.body(new Uint8Array(bytes), status, { "content-type": "application/x-protobuf" });
}
