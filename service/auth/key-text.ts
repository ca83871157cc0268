import { hash, randomBytes } from "node:crypto";

const FORM = /^lp_([0-9a-f]{12})_[\w-]{32}$/;

/** A new key, `lp_<id>_<secret>`: 48 bits that name it and 192 that nobody can guess. */
export function newKeyText(): { id: string; text: string } {
  const id = randomBytes(6).toString("hex");
  return { id, text: `lp_${id}_${randomBytes(24).toString("base64url")}` };
}

/** The id that stands in a key's text; undefined for a text that is no key of ours. */
export function keyIdIn(text: string): string | undefined {
  return FORM.exec(text)?.[1];
}

/** SHA-256: a key is random and long, so that nothing slower is needed. */
export function hashKey(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
