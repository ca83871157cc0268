const HIDDEN = /(?![\n\t])\p{Cc}|\p{Cs}/gu;

/**
 * The text with characters that a browser would not show, control characters and lone surrogates, as JSON escapes
 * (`\\u0000`).
 */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, spelled);
}

function spelled(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
