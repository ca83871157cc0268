import { isUtf8 } from "node:buffer";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/contract/app-error";
import type { BodyLease } from "./body-memory";
import type { ServiceContext } from "./env";

export type BodyLimits = { packedBytes: number; unpackedBytes: number };

/** Bodies up to this size are read in one go, which is fastest; the bytes of larger ones count as they arrive. */
const SMALL_BYTES = 2 ** 20;

/** A request body as UTF-8 text. Throws `not_json` when it is not, and what `readBody` throws. */
export async function readText(c: ServiceContext, limits: BodyLimits): Promise<string> {
  const body = await readBody(c, limits);
  if (!isUtf8(body)) throw new AppError("not_json", "The body is not valid UTF-8");
  return body.toString("utf8");
}

/**
 * A request body, unpacked when it is gzip. Never holds more than the limits: throws `too_large` (naming limit and
 * value) as soon as they are passed, `unsupported_media_type` for another encoding, `bad_request` for broken gzip.
 */
export async function readBody(c: ServiceContext, { packedBytes, unpackedBytes }: BodyLimits): Promise<Buffer> {
  const encoding = (c.req.header("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding !== "identity" && encoding !== "gzip")
    throw new AppError("unsupported_media_type", "The Content-Encoding must be gzip or identity");
  const lease = c.get("bodyLease");
  const body = await readPacked(c, packedBytes, lease);
  return encoding === "gzip" ? unpack(body, unpackedBytes, lease) : body;
}

async function readPacked(c: ServiceContext, limit: number, lease: BodyLease): Promise<Buffer> {
  const contentLength = Number(c.req.header("content-length"));
  if (contentLength > limit) throw tooLarge(limit);
  if (!(contentLength <= SMALL_BYTES)) return collect(c.req.raw.body ?? [], limit, lease);
  lease.take(contentLength);
  // An HTTP server hands over no more than Content-Length says; the check is for one that does.
  const body = Buffer.from(await c.req.arrayBuffer());
  if (body.length > limit) throw tooLarge(limit);
  return body;
}

async function unpack(packed: Buffer, limit: number, lease: BodyLease): Promise<Buffer> {
  const gunzip = createGunzip();
  gunzip.end(packed);
  try {
    return await collect(gunzip, limit, lease, " after unpacking");
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("bad_request", "The body is not valid gzip, which its Content-Encoding says it is", { cause });
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
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit, when);
    lease.take(chunk.length);
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
