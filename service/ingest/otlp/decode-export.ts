import { AppError } from "@/lib/contract/app-error";
import { JsonSyntaxError } from "@/lib/json/scan";
import { decodeJson } from "./decode-json";
import { decodeProtobuf } from "./decode-protobuf";
import { type Message, OtlpShapeError } from "./fields";
import { LOGS_EXPORT } from "./log-messages";
import type { ScopeLogs } from "./log-record";
import type { ScopeSpans } from "./span";
import { TRACE_EXPORT } from "./trace-messages";

export type OtlpFormat = "protobuf" | "json";

/** Decodes a trace export. Throws `bad_request` when the body is none, and `too_large` when it has too many parts. */
export function decodeExport(body: Buffer, format: OtlpFormat): ScopeSpans[] {
  return decodeRequest(body, format, TRACE_EXPORT, "trace");
}

/** Decodes an export of log records; throws as `decodeExport` does. */
export function decodeLogs(body: Buffer, format: OtlpFormat): ScopeLogs[] {
  return decodeRequest(body, format, LOGS_EXPORT, "log");
}

function decodeRequest<T>(body: Buffer, format: OtlpFormat, request: Message<T[]>, signal: string): T[] {
  if (format === "protobuf") return decodedProtobuf(body, request, signal);
  try {
    // Bytes that are no UTF-8 become U+FFFD, so that one text that was cut within a character refuses nothing.
    return decodeJson(body.toString("utf8"), request, []);
  } catch (cause) {
    if (cause instanceof JsonSyntaxError) throw new AppError("not_json", cause.message, { cause });
    if (cause instanceof OtlpShapeError)
      throw new AppError("bad_request", `The body is not an OTLP ${signal} export: ${cause.message}`, { cause });
    throw cause;
  }
}

function decodedProtobuf<T>(body: Buffer, request: Message<T[]>, signal: string): T[] {
  try {
    return decodeProtobuf(body, request, []);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("bad_request", `The body is not an OTLP ${signal} export in protobuf`, { cause });
  }
}
