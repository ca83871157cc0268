/** White space and control characters, and those that change the direction of text or are not seen. */
const GAPS = /[\s\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** A text in one line, so that it cannot be taken for lines of what surrounds it; with `…` if it is cut. */
export function lineOf(text: string, chars = Number.POSITIVE_INFINITY): string {
  const line = text
    .slice(0, Math.min(text.length, chars * 4))
    .replaceAll(GAPS, " ")
    .trim();
  const points = line.length > chars ? Array.from(line) : [];
  return points.length > chars ? `${points.slice(0, Math.max(0, chars - 1)).join("")}…` : line.toWellFormed();
}
