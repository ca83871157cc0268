/** The text of a valid JSON string, given with its quotes. */
export function decodeString(literal: string): string {
  return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

/** Decodes the string escapes in valid JSON text, or in the inside of a JSON string, and leaves all else as it is. */
export function decodeEscapes(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  // A backslash occurs in strings only: from it to that string's end, native JSON.parse does the work.
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

/** The text with what PostgreSQL's `text` can't hold (NUL, lone surrogates) shown as U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
