const HIDDEN = /(?![\n\t])\p{Cc}|\p{Cs}/gu;

/** The text with what a browser would swallow, control characters and lone surrogates, in their JSON spelling (`\\u0000`). */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, spelled);
}

function spelled(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
