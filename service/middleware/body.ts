import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError } from "@/lib/contract/app-error";
import type { HeaderReader } from "@/service/auth/credentials";

const unpack = promisify(gunzip);

export type BodyLimits = { packedBytes: number; unpackedBytes: number };

/** A request body as UTF-8 text. Throws `not_json` when it is not, and what `readBody` throws. */
export async function readText(request: Request, header: HeaderReader, limits: BodyLimits): Promise<string> {
  const body = await readBody(request, header, limits);
  if (!isUtf8(body)) throw new AppError("not_json", "The body is not valid UTF-8");
  return body.toString("utf8");
}

/**
 * A request body, unpacked when it is gzip. Never holds more than the limits: throws `too_large` (naming limit and
 * value) as soon as they are passed, `unsupported_media_type` for another encoding, `bad_request` for broken gzip.
 */
export async function readBody(request: Request, header: HeaderReader, limits: BodyLimits): Promise<Buffer> {
  const encoding = (header("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding !== "identity" && encoding !== "gzip")
    throw new AppError("unsupported_media_type", "The Content-Encoding must be gzip or identity");
  const body = await readRaw(request, header("content-length"), limits.packedBytes);
  return encoding === "gzip" ? unpackBody(body, limits.unpackedBytes) : body;
}

async function readRaw(request: Request, contentLength: string | undefined, limit: number): Promise<Buffer> {
  if (contentLength === undefined) return readStream(request, limit);
  if (Number(contentLength) > limit) throw tooLarge(limit, "");
  // An HTTP server hands over no more than Content-Length says; the check is for one that does.
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > limit) throw tooLarge(limit, "");
  return body;
}

async function readStream(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit, "");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

async function unpackBody(packed: Buffer, limit: number): Promise<Buffer> {
  try {
    return await unpack(packed, { maxOutputLength: limit });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge(limit, " after unpacking");
    throw new AppError("bad_request", "The body is not valid gzip, which its Content-Encoding says it is", { cause });
  }
}

function tooLarge(limit: number, when: string): AppError {
  return new AppError(
    "too_large",
    `The body is larger than the limit of ${limit} bytes (${limit / 2 ** 20} MiB)${when}`,
  );
}
