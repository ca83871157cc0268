const HIDDEN = /(?![\n\t])\p{Cc}/gu;
const PICTURES = 0x2400;

/** The text with control characters, which a browser would swallow, as their pictures (␀), and lone surrogates as �. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, picture).toWellFormed();
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x7f) return "\u2421";
  return code < 0x20 ? String.fromCharCode(PICTURES + code) : "\uFFFD";
}
