import { decodeEscapes } from "@/lib/json/decode";

/** Whatever follows each occurrence of `text` in JSON, up to the end of the digest of a ref. */
export function digestsIn(json: string, text: string): string[] {
  const parts = decodeEscapes(json).split(text).slice(1);
  return parts.flatMap((part) => /^[\w-]+/.exec(part)?.[0] ?? []);
}
