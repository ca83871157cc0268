const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/**
 * Characters that spreadsheets take for the start of a formula, also in full-width or small form, and after the spaces,
 * line breaks and invisible characters that they ignore.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u;

/** One line of CSV (RFC 4180), with its line end. Values other than strings are written unchanged. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(",")}\r\n`;
}

/**
 * A text as the content of a CSV field: one that a spreadsheet would run as a formula gets a leading apostrophe, which
 * makes it text (OWASP, CSV injection).
 */
export function csvText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(field: string): string {
  return NEEDS_QUOTES.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
