import { hash, randomBytes } from "node:crypto";

const FORM = /^lp_([0-9a-f]{12})_[\w-]{32}$/;

/** A new key, `lp_<id>_<secret>`: an id of 48 bits and 192 random bits. */
export function newKeyText(): { id: string; text: string } {
  const id = randomBytes(6).toString("hex");
  return { id, text: `lp_${id}_${randomBytes(24).toString("base64url")}` };
}

/** The id in a key's text; undefined for a text that is not such a key. */
export function keyIdIn(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

/** SHA-256: keys are long and random, so a slow hash is not needed. */
export function hashKey(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
