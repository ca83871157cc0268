import { Sha256 } from "@/lib/format/sha256";
import { canonicalJson } from "@/lib/json/canonical";
import type { JsonText } from "@/lib/json/text";

/** The digest that the service gives a row: SHA-256 of its canonical form in base64url, with X for `-` and Y for `_`. */
export function rowDigest(row: JsonText): string {
  const hash = new Sha256();
  hash.add(new TextEncoder().encode(canonicalJson(row)));
  const bytes = hash.hex().match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.replaceAll("=", "").replaceAll(/[+-]/g, "X").replaceAll(/[/_]/g, "Y");
}
