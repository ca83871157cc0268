import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "@/lib/json/canonical";
import type { JsonText } from "@/lib/json/text";

/** The digest that the service gives a row: SHA-256 of its canonical form in base64url, with X for `-` and Y for `_`. */
export function rowDigest(row: JsonText): string {
  const digest = sha256(utf8ToBytes(canonicalJson(row)));
  const text = btoa(String.fromCharCode(...digest));
  return text.replaceAll("=", "").replaceAll(/[+-]/g, "X").replaceAll(/[/_]/g, "Y");
}
