import { Agent, request } from "undici";
import { PICTURE_BYTES } from "@/lib/contract/limits";
import type { PictureType } from "@/lib/contract/people";
import { type Resolve, checkedConnector } from "@/lib/network/checked-connector";
import { readUpTo } from "@/service/inference/read-body";
import type { Picture } from "@/service/store/people/people-store";

/** For everything, from looking up the name to the end of the picture. */
const PATIENCE_MS = 3_000;

type ReadOptions = { issuer: string; resolve?: Resolve; patienceMs?: number };

/**
 * The picture at an address that `pictureIn` has returned. It comes from a public address, or from the provider itself,
 * and no redirect is followed. Throws an error whose message does not have the address.
 */
export async function readPicture(
  address: string,
  { issuer, resolve, patienceMs = PATIENCE_MS }: ReadOptions,
): Promise<Picture> {
  const rules = { publicOnly: new URL(address).hostname !== new URL(issuer).hostname };
  const agent = new Agent({ connect: checkedConnector({ rules, timeoutMs: patienceMs, resolve }) });
  try {
    const { statusCode, body } = await request(address, {
      headers: { "user-agent": "loupe", accept: "image/png, image/jpeg, image/webp, image/gif" },
      dispatcher: agent,
      signal: AbortSignal.timeout(patienceMs),
    });
    // The agent ends what is not read.
    body.on("error", () => undefined);
    if (statusCode !== 200) throw new Error(`the answer has status ${statusCode}`);
    const { bytes, rest } = await readUpTo(body, PICTURE_BYTES);
    if (rest) throw new Error(`the picture has more than ${PICTURE_BYTES} bytes`);
    const type = typeOf(bytes);
    if (!type) throw new Error("the answer is not a PNG, JPEG, WebP or GIF picture");
    return { type, bytes };
  } finally {
    await agent.destroy();
  }
}

/** By the first bytes: what an answer says of itself may be wrong. */
function typeOf(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  return STARTS.find(([, start]) => start.test(head))?.[0];
}

/** The first bytes of each type, in hex. */
const STARTS: readonly [PictureType, RegExp][] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  // "RIFF", the length, "WEBP".
  ["image/webp", /^52494646.{8}57454250/],
  // "GIF87a" and "GIF89a".
  ["image/gif", /^474946383[79]61/],
];
