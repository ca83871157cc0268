/** The labels that a statement returns as one text, separated by spaces, which no label contains. */
export function labelsOf(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
