/** A piece of a line of Markdown. */
export interface StyledText {
  text: string;
  style?: "strong" | "emphasis" | "code";
}

const LIST_MARK = /^[-*+]\s+(?=\S)/;
// Underscores are not read: names in code have them.
const STYLED = /`([^`]+)`|\*\*(?=\S)([^*]+)(?<=\S)\*\*|(?<![*\w])\*(?=\S)([^*]+)(?<=\S)\*(?![*\w])/g;

/**
 * A line of text with the Markdown that a preview shows: code, bold, italics and the mark of a list. Anything else, and
 * JSON as a whole, stays as written. The texts together have every character except the marks.
 */
export function lightMarkdown(line: string): StyledText[] {
  if (/^[[{]/.test(line)) return [{ text: line }];
  const text = line.replace(LIST_MARK, "• ");
  const pieces: StyledText[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, 3: emphasis, index } of text.matchAll(STYLED)) {
    if (index > end) pieces.push({ text: text.slice(end, index) });
    if (code !== undefined) pieces.push({ text: code, style: "code" });
    else if (strong !== undefined) pieces.push({ text: strong, style: "strong" });
    else pieces.push({ text: emphasis ?? "", style: "emphasis" });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
