import { Agent, request } from "undici";
import { PICTURE_BYTES, PICTURE_PIXELS } from "@/lib/contract/limits";
import { type Resolve, checkedConnector } from "@/lib/network/checked-connector";
import { readUpTo } from "@/service/inference/read-body";
import type { Picture } from "@/service/store/people/people-store";
import { recognizePicture } from "./recognize-picture";

/** For everything, from looking up the name to the end of the picture. */
const PATIENCE_MS = 3_000;

type ReadOptions = { resolve?: Resolve; patienceMs?: number };

/**
 * The picture at an address of the provider, which `pictureIn` has returned. No redirect is followed. Throws an error whose
 * message does not have the address.
 */
export async function readPicture(
  address: string,
  { resolve, patienceMs = PATIENCE_MS }: ReadOptions = {},
): Promise<Picture> {
  const connect = checkedConnector({ rules: { publicOnly: false }, timeoutMs: patienceMs, resolve });
  const agent = new Agent({ connect });
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
    const recognized = recognizePicture(bytes);
    if (!recognized) throw new Error("the answer is not a PNG, JPEG, WebP or GIF picture");
    const { type, width, height } = recognized;
    if (Math.max(width, height) > PICTURE_PIXELS) throw new Error(`the picture has ${width} × ${height} pixels`);
    return { type, bytes };
  } finally {
    await agent.destroy();
  }
}
