/** Needs no quotes: none of its characters has a meaning in the filter's syntax. */
export function isPlainWord(word: string): boolean {
  return /^[^\s"(){},\p{Cc}]+$/u.test(word) && word.isWellFormed();
}

/** A text in quotation marks, with special characters escaped. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return `"${escaped}"`;
}
