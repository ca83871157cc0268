const LONGEST_ESCAPE = 6;
const CONTROLS = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/**
 * Decodes the JSON string escapes in a stretch of valid JSON text, and leaves all else as it is.
 * Stops soon after `maxLength` UTF-16 units, so that the start of a long text is cheap to read.
 */
export function decodeEscapes(raw: string, maxLength = Infinity): string {
  const text = raw.slice(0, maxLength * LONGEST_ESCAPE);
  if (!text.includes("\\")) return text;
  const pieces: string[] = [];
  let from = 0;
  let length = 0;
  while (from < text.length && length < maxLength) {
    const backslash = text.indexOf("\\", from);
    const plainEnd = backslash === -1 ? text.length : backslash;
    if (plainEnd > from) pieces.push(text.slice(from, plainEnd));
    length += plainEnd - from;
    if (backslash === -1) break;
    const letter = text.charAt(backslash + 1);
    if (letter === "u") {
      pieces.push(String.fromCharCode(Number.parseInt(text.slice(backslash + 2, backslash + 6), 16)));
    } else {
      pieces.push(CONTROLS.get(letter) ?? letter);
    }
    from = backslash + (letter === "u" ? LONGEST_ESCAPE : 2);
    length += 1;
  }
  return pieces.join("");
}

/** The text with what PostgreSQL's `text` can't hold (NUL, lone surrogates) shown as U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
