import { OTLP_RAW_VALUE_CHARS } from "@/lib/contract/limits";

const NOTE = /… \[truncated: \d+ of \d+ characters\]$/;
const NOTE_CHARS = 80;

/** A long text cut to the limit on raw values, with a note that it was cut; one that was cut before stays as it is. */
export function cutText(text: string): string {
  if (text.length <= OTLP_RAW_VALUE_CHARS) return text;
  if (text.length <= OTLP_RAW_VALUE_CHARS + NOTE_CHARS && NOTE.test(text.slice(-NOTE_CHARS))) return text;
  const kept = text.slice(0, OTLP_RAW_VALUE_CHARS).toWellFormed();
  return `${kept}… [truncated: ${OTLP_RAW_VALUE_CHARS} of ${text.length} characters]`;
}
