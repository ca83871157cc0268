import type { Paint, Tone } from "./paint";
import { safeLine } from "./safe-text";
import { fitText, padText, textWidth } from "./text-width";

const GAP = "  ";
/** A column that is narrower says nothing. */
const LEAST_COLUMNS = 8;

export interface Column {
  title: string;
  align?: "start" | "end";
  /** May be cut off. */
  flexible?: true;
  /** The tone of a cell by its text. */
  tone?: (text: string) => Tone | undefined;
}

interface TableOptions {
  /** Columns of the terminal; undefined where lines may have any length. */
  width: number | undefined;
  paint: Paint;
  hasHeader?: boolean;
}

/** A table as lines with aligned columns; it may go on, and its columns then become no narrower. */
export class TableText {
  readonly #options: TableOptions;
  #natural: number[] = [];
  #isBegun = false;

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** The lines of further rows, the first ones after the titles. Texts of others are made safe. */
  lines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
    const { width, hasHeader = true } = this.#options;
    const cells = rows.map((row) => columns.map((_column, place) => safeLine(row[place] ?? "")));
    const titles = columns.map(({ title }) => title);
    const measured = hasHeader ? [titles, ...cells] : cells;
    this.#natural = columns.map((_column, place) =>
      Math.max(this.#natural[place] ?? 0, ...measured.map((row) => textWidth(row[place] ?? ""))),
    );
    const widths = width === undefined ? this.#natural : fitted(columns, this.#natural, width);
    const body = cells.map((row) => this.#line(columns, widths, row, ({ tone }, text) => tone?.(text)));
    const isFirst = hasHeader && !this.#isBegun;
    this.#isBegun = true;
    return isFirst ? [this.#line(columns, widths, titles, () => "faint"), ...body] : body;
  }

  #line(
    columns: readonly Column[],
    widths: readonly number[],
    row: readonly string[],
    toneOf: (column: Column, text: string) => Tone | undefined,
  ): string {
    const last = widths.findLastIndex((width) => width > 0);
    return columns
      .flatMap((column, place) => {
        const width = widths[place] ?? 0;
        if (width === 0) return [];
        const text = row[place] ?? "";
        const fitting = fitText(text, width);
        const isPadded = place !== last || column.align === "end";
        return this.#options.paint(isPadded ? padText(fitting, width, column.align) : fitting, toneOf(column, text));
      })
      .join(GAP)
      .trimEnd();
  }
}

/** Widths that fit: flexible columns become narrower, the widest first, and those at the end disappear. */
function fitted(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = () => {
    const shown = widths.filter((one) => one > 0);
    return shown.reduce((sum, one) => sum + one, 0) + GAP.length * Math.max(0, shown.length - 1);
  };
  while (total() > width) {
    const places = columns.flatMap(({ flexible }, place) => (flexible && (widths[place] ?? 0) > 0 ? [place] : []));
    const widest = Math.max(0, ...places.map((place) => widths[place] ?? 0));
    const place = places.findLast((one) => widths[one] === widest);
    if (place === undefined) break;
    widths[place] = widest > LEAST_COLUMNS ? widest - 1 : 0;
  }
  return widths;
}
