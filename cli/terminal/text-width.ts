import stringWidth from "string-width";

const MORE = "…";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** One column for each character. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The columns that a text takes in a terminal: two for most emoji and for Chinese, Japanese and Korean characters. */
export function textWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** A text in at most so many columns; one that is longer ends with `…`. */
export function fitText(text: string, columns: number): string {
  // Far more characters than that are not looked at one by one.
  if (text.length <= columns && PLAIN.test(text)) return text;
  let fitted = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const width = textWidth(segment);
    if (used + width > columns) return columns < 1 ? "" : `${shortened(fitted, columns - 1)}${MORE}`;
    fitted += segment;
    used += width;
  }
  return fitted;
}

function shortened(text: string, columns: number): string {
  let left = text;
  while (textWidth(left) > columns)
    left = [...graphemes.segment(left)]
      .slice(0, -1)
      .map(({ segment }) => segment)
      .join("");
  return left.trimEnd();
}

/** A text with spaces up to so many columns. */
export function padText(text: string, columns: number, align: "start" | "end" = "start"): string {
  const spaces = " ".repeat(Math.max(0, columns - textWidth(text)));
  return align === "end" ? spaces + text : text + spaces;
}
