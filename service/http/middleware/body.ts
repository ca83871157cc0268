import { isUtf8 } from "node:buffer";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/contract/app-error";
import type { BodyLease } from "@/service/limits/body-memory";
import { paced, whole } from "./body-pace";
import type { ServiceContext } from "./env";

export type BodyLimits = { packedBytes: number; unpackedBytes: number };

/** Bodies up to this size are read at once, which is fastest; larger ones are counted as they arrive. */
const SMALL_BYTES = 64 * 2 ** 10;

/** A request body as UTF-8 text. Throws `not_json` if it is not UTF-8, and the errors of `readBody`. */
export async function readText(c: ServiceContext, limits: BodyLimits): Promise<string> {
  const body = await readBody(c, limits);
  if (!isUtf8(body)) throw new AppError("not_json", "The body is not valid UTF-8");
  return body.toString("utf8");
}

/**
 * A request body, decompressed if it is gzip. Never holds more than the limits: throws `too_large` (naming limit and
 * value) as soon as they are exceeded, `unsupported_media_type` for another encoding, `bad_request` for invalid gzip,
 * `request_timeout` for a body that does not advance, and the errors of `BodyLease.take`.
 */
export async function readBody(c: ServiceContext, { packedBytes, unpackedBytes }: BodyLimits): Promise<Buffer> {
  const isPacked = isGzip(c);
  const lease = c.get("bodyLease");
  const body = await readPacked(c, packedBytes, lease);
  return isPacked ? unpack(body, unpackedBytes, lease) : body;
}

/**
 * A request body as a stream, decompressed if it is gzip; throws like `readBody`. It reserves no memory; the reader
 * must do so.
 */
export async function* streamBody(
  c: ServiceContext,
  { packedBytes, unpackedBytes }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const isPacked = isGzip(c);
  if (Number(c.req.header("content-length")) > packedBytes) throw tooLarge(packedBytes);
  const packed = upTo(paced(c.req.raw.body ?? []), packedBytes);
  if (!isPacked) return yield* packed;
  const gunzip = createGunzip();
  // The reader gets the failure.
  pipeline(packed, gunzip, () => {});
  try {
    yield* upTo(gunzip, unpackedBytes, " after decompression");
  } catch (cause) {
    throw notGzip(cause);
  }
}

function isGzip(c: ServiceContext): boolean {
  const encoding = (c.req.header("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding !== "identity" && encoding !== "gzip")
    throw new AppError("unsupported_media_type", "The Content-Encoding must be gzip or identity");
  return encoding === "gzip";
}

async function* upTo(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  when = "",
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit, when);
    yield chunk;
  }
}

/** The error for a body that could not be decompressed; rejections and broken connections are passed on. */
function notGzip(cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  return new AppError("bad_request", "The body is not valid gzip, though its Content-Encoding is gzip", { cause });
}

async function readPacked(c: ServiceContext, limit: number, lease: BodyLease): Promise<Buffer> {
  const contentLength = Number(c.req.header("content-length"));
  if (contentLength > limit) throw tooLarge(limit);
  if (!(contentLength <= SMALL_BYTES)) return collect(paced(c.req.raw.body ?? []), limit, lease);
  await lease.take(contentLength);
  // HTTP servers pass on at most Content-Length bytes; this protects against one that does not.
  const body = Buffer.from(await whole(c.req.arrayBuffer()));
  if (body.length > limit) throw tooLarge(limit);
  return body;
}

async function unpack(packed: Buffer, limit: number, lease: BodyLease): Promise<Buffer> {
  const gunzip = createGunzip();
  gunzip.end(packed);
  try {
    return await collect(gunzip, limit, lease, " after decompression");
  } catch (cause) {
    throw notGzip(cause);
  }
}

async function collect(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  lease: BodyLease,
  when = "",
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of upTo(source, limit, when)) {
    length += chunk.length;
    await lease.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(limit: number, when = ""): AppError {
  return new AppError(
    "too_large",
    `The body is larger than the limit of ${limit} bytes (${limit / 2 ** 20} MiB)${when}`,
  );
}
