/** A label within a sentence: its first letter in lower case, unless its first word is an abbreviation or a name. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]*(?:\s|$)/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
