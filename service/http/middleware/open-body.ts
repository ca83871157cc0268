import { isUtf8 } from "node:buffer";
import { OPEN_BODY_BYTES } from "@/lib/contract/limits";
import { AppError } from "@/lib/contract/app-error";
import { streamBody } from "./body";
import type { ServiceContext } from "./env";

const LIMITS = { packedBytes: OPEN_BODY_BYTES, unpackedBytes: OPEN_BODY_BYTES };

/**
 * The body of a request without a key, which has no share of the memory for bodies. Throws the errors of `readText`, and
 * `too_large` for one that is much shorter.
 */
export async function readOpenText(c: ServiceContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamBody(c, LIMITS)) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isUtf8(body)) throw new AppError("bad_request", "The body is not valid UTF-8");
  return body.toString("utf8");
}
