import { NAME_CHARS } from "@/lib/contract/limits";

/** Two names and a time must fit one index entry (2,704 bytes), in whatever script they are written. */
const NAME_BYTES = NAME_CHARS;

/** A sentence about the first of some named texts that is too long to be indexed; undefined if all fit. */
export function oversizedName(names: Record<string, string | undefined>): string | undefined {
  const [long] = Object.entries(names).find(([, text]) => isOversized(text)) ?? [];
  return long && oversized(long);
}

/** Whether a text is too long to be indexed. */
export function isOversized(text = ""): boolean {
  return text.length * 3 > NAME_BYTES && Buffer.byteLength(text) > NAME_BYTES;
}

/** The sentence about a text with this name that is too long. */
export const oversized = (name: string) => `${name} must have at most ${NAME_BYTES} bytes in UTF-8`;
