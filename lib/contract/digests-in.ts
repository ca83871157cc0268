import { decodeEscapes } from "@/lib/json/decode";

/** What follows each occurrence of `text` in JSON, up to where the digest of a ref ends. */
export function digestsIn(json: string, text: string): string[] {
  const parts = decodeEscapes(json).split(text).slice(1);
  return parts.flatMap((part) => /^[\w-]+/.exec(part)?.[0] ?? []);
}
