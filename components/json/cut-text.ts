const PIECE_CHARS = 2_000;
const SEARCHED_CHARS = 300;

/**
 * Splits a text into pieces of about `chars` UTF-16 units: after a line or a word if possible, never in a surrogate
 * pair.
 */
export function cutText(text: string, chars = PIECE_CHARS): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + chars >= text.length ? text.length : endOfPiece(text, from, from + chars);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

function endOfPiece(text: string, from: number, most: number): number {
  const searched = Math.max(from, most - SEARCHED_CHARS);
  const tail = text.slice(searched, most);
  for (const separator of ["\n", " "]) {
    const found = tail.lastIndexOf(separator);
    if (found !== -1) return searched + found + 1;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(most));
  return isPair ? most + 1 : most;
}
