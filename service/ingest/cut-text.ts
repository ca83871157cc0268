import { OTLP_RAW_VALUE_CHARS } from "@/lib/contract/limits";

/** A long text cut to the limit on raw values, with a note that it was cut. */
export function cutText(text: string): string {
  if (text.length <= OTLP_RAW_VALUE_CHARS) return text;
  const kept = text.slice(0, OTLP_RAW_VALUE_CHARS).toWellFormed();
  return `${kept}… [truncated: ${OTLP_RAW_VALUE_CHARS} of ${text.length} characters]`;
}
