/** The text of a valid JSON string, given with its quotes, or as the part of a text from `start` to `end`. */
export function decodeString(literal: string, start = 0, end = literal.length): string {
  const inside = literal.slice(start + 1, end - 1);
  return inside.includes("\\") ? String(JSON.parse(`"${inside}"`)) : inside;
}

/** Decodes the string escapes in valid JSON text, or inside a JSON string; everything else is unchanged. */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  const pieces: string[] = [];
  let from = 0;
  // A backslash occurs only in strings: native JSON.parse decodes from it to the end of the string.
  for (let start = text.indexOf("\\"); start !== -1; start = text.indexOf("\\", from)) {
    const quote = closingQuote(text, start);
    const end = quote === -1 ? text.length : quote;
    pieces.push(text.slice(from, start), decodeString(`"${text.slice(start, end)}"`));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** The end of the string of valid JSON that contains `from`, or -1. */
export function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (first > from && text[first - 1] === "\\") first -= 1;
    if ((quote - first) % 2 === 0) return quote;
  }
  return -1;
}

/** The text with characters that PostgreSQL's `text` cannot store (NUL, lone surrogates) replaced with U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
