/**
 * Characters that a terminal may obey: control characters, the marks that reorder text, and the separators that some
 * take for line breaks.
 */
const HOSTILE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;
const FIRST_PICTURE = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = "␡";
const SPACE = 0x20;
const HEX = 16;

/**
 * Text of others, so that it cannot control the terminal: an escape character is shown as `␛`, others by their code.
 * Line breaks and tabs are kept.
 */
export function safeText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(HOSTILE, (char) => (char === "\n" || char === "\t" ? char : shown(char)));
}

/** As `safeText`, in one line: line breaks and tabs become spaces. */
export function safeLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().replaceAll(HOSTILE, shown);
}

/**
 * JSON with every such character escaped within its strings: the same value, in characters that a terminal only shows.
 * Line breaks between tokens are kept.
 */
export function safeJson(json: string): string {
  return json.replaceAll(HOSTILE, (char) => (/[\t\r\n]/.test(char) ? char : escaped(char)));
}

function shown(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < SPACE) return String.fromCodePoint(FIRST_PICTURE + code);
  return code === DELETE ? DELETE_PICTURE : `<U+${code.toString(HEX).toUpperCase().padStart(4, "0")}>`;
}

function escaped(char: string): string {
  return `\\u${(char.codePointAt(0) ?? 0).toString(HEX).padStart(4, "0")}`;
}
