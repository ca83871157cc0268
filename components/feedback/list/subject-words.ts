import { parseAnyRef, RefError } from "@/lib/contract/refs";

const SHORT_DIGEST = 7;

/** What a record is on, in words: `call 01J7F`, `object prompt:3fa2c1b`; text that is no ref as it is. */
export function subjectWords(text: string | undefined): string {
  if (text === undefined) return "";
  try {
    const ref = parseAnyRef(text);
    if (ref.kind === "call") return `call ${ref.id}`;
    if (ref.kind === "table") return `table ${ref.digest.slice(0, SHORT_DIGEST)}`;
    return `${ref.kind} ${ref.name}:${ref.digest.slice(0, SHORT_DIGEST)}`;
  } catch (error) {
    if (error instanceof RefError) return text;
    throw error;
  }
}
