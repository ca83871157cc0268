import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/json/canonical";
import type { JsonText } from "@/lib/json/text";

/** SHA-256 of bytes (a text as UTF-8) in Weave's base64url: `-` is `X`, `_` is `Y`. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url").replaceAll("-", "X").replaceAll("_", "Y");
}

/** The digest of a JSON value: keys sorted and without white space, numbers and strings as written. */
export function jsonDigest(json: JsonText): string {
  return digestOf(canonicalJson(json));
}
