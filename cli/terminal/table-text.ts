import type { Paint, Tone } from "./paint";
import { safeLine } from "./safe-text";
import { fitText, padText, textWidth } from "./text-width";

const GAP = "  ";
/** A column that is narrower says nothing. */
const LEAST_COLUMNS = 8;

export interface Column {
  title: string;
  align?: "start" | "end";
  /** May be cut off; those that are listed later are cut off first. */
  flexible?: true;
  /** The tone of a cell by its text. */
  tone?: (text: string) => Tone | undefined;
}

/**
 * Rows as lines with aligned columns, within the terminal's width if there is one. Texts of others are made safe.
 * `widths`: of a table that goes on.
 */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, paint, hasHeader = true }: { width: number | undefined; paint: Paint; hasHeader?: boolean },
): string[] {
  const cells = rows.map((row) => columns.map((_column, place) => safeLine(row[place] ?? "")));
  const titles = columns.map(({ title }) => title);
  const natural = columns.map((_column, place) =>
    Math.max(...[...(hasHeader ? [titles] : []), ...cells].map((row) => textWidth(row[place] ?? "")), 0),
  );
  const widths = width === undefined ? natural : fitted(columns, natural, width);
  const line = (row: readonly string[], toneOf: (column: Column, text: string) => Tone | undefined) =>
    columns
      .map((column, place) => {
        const text = fitText(row[place] ?? "", widths[place] ?? 0);
        return paint(padText(text, widths[place] ?? 0, column.align), toneOf(column, row[place] ?? ""));
      })
      .filter((_cell, place) => (widths[place] ?? 0) > 0)
      .join(GAP)
      .trimEnd();
  const body = cells.map((row) => line(row, ({ tone }, text) => tone?.(text)));
  return hasHeader ? [line(titles, () => "faint"), ...body] : body;
}

/** Widths that fit: flexible columns become narrower, the widest and last first, and then disappear. */
function fitted(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = () => {
    const shown = widths.filter((one) => one > 0);
    return shown.reduce((sum, one) => sum + one, 0) + GAP.length * Math.max(0, shown.length - 1);
  };
  while (total() > width) {
    const places = columns.flatMap(({ flexible }, place) => (flexible && (widths[place] ?? 0) > 0 ? [place] : []));
    const widest = Math.max(...places.map((place) => widths[place] ?? 0));
    const place = places.findLast((one) => widths[one] === widest);
    if (place === undefined) break;
    const over = total() - width;
    const next = Math.max(LEAST_COLUMNS, Math.min(widest - over, secondWidest(widths, places, widest)));
    widths[place] = widest > LEAST_COLUMNS ? Math.min(widest - 1, next) : 0;
  }
  return widths;
}

/** As narrow as the next one, after which both become narrower. */
function secondWidest(widths: readonly number[], places: readonly number[], widest: number): number {
  const others = places.map((place) => widths[place] ?? 0).filter((one) => one < widest);
  return Math.max(LEAST_COLUMNS, ...others);
}
