import { isUtf8 } from "node:buffer";
import { AppError } from "@/lib/contract/app-error";
import { JsonSyntaxError } from "@/lib/json/scan";
import { decodeJson, OtlpShapeError } from "./decode-json";
import { decodeProtobuf } from "./decode-protobuf";
import type { ScopeSpans } from "./span";

export type OtlpFormat = "protobuf" | "json";

/** Decodes a trace export. Throws `bad_request` when the body is none, and `too_large` when it has too many parts. */
export function decodeExport(body: Buffer, format: OtlpFormat): ScopeSpans[] {
  if (format === "protobuf") return decodedProtobuf(body);
  if (!isUtf8(body)) throw new AppError("not_json", "The body is not valid UTF-8");
  try {
    return decodeJson(body.toString("utf8"));
  } catch (cause) {
    if (cause instanceof JsonSyntaxError) throw new AppError("not_json", cause.message, { cause });
    if (cause instanceof OtlpShapeError)
      throw new AppError("bad_request", `The body is not an OTLP trace export: ${cause.message}`, { cause });
    throw cause;
  }
}

function decodedProtobuf(body: Buffer): ScopeSpans[] {
  try {
    return decodeProtobuf(body);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("bad_request", "The body is not an OTLP trace export in protobuf", { cause });
  }
}
