const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/**
 * What spreadsheets take for the start of a formula: also in full width or in small forms, and behind blanks, line breaks
 * and characters that show nothing, which they drop.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** One line of CSV (RFC 4180), with its line end. Numbers and the like are written as they are. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(",")}\r\n`;
}

/**
 * A text as a CSV field's content: one that a spreadsheet would run as a formula gets an apostrophe before it, which
 * makes it text again (OWASP, CSV injection).
 */
export function csvText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(field: string): string {
  return NEEDS_QUOTES.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
