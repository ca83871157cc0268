import Papa from "papaparse";
import { JsonNode } from "@/lib/json/node";
import type { ReadProblem } from "./read-text";

/** The type of a column's values; every type but `text` keeps the spelling of the file. */
const CSV_TYPES = ["text", "number", "boolean", "json"] as const;
export type CsvType = (typeof CSV_TYPES)[number];

/** A record and the line where it begins. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

export interface CsvLayout {
  delimiter: string;
  newline: "\n" | "\r\n" | "\r";
}

const GUESSED_LINES = 20;

/** The separators of a file, detected from its start. */
export function guessLayout(beginning: string): CsvLayout {
  const newline = beginning.includes("\r\n")
    ? "\r\n"
    : beginning.includes("\n") || !beginning.includes("\r")
      ? "\n"
      : "\r";
  const { meta } = Papa.parse(beginning, {
    preview: GUESSED_LINES,
    skipEmptyLines: true,
    delimitersToGuess: [",", "\t", ";", "|"],
  });
  return { delimiter: meta.delimiter || ",", newline };
}

/** Reads CSV (RFC 4180) as it arrives. */
export class CsvReader {
  readonly #parser: Papa.Parser;
  readonly #newline: string;
  #rest = "";
  #line = 1;

  constructor({ delimiter, newline }: CsvLayout) {
    this.#newline = newline;
    this.#parser = new Papa.Parser({ delimiter, newline });
  }

  /** Records that are complete so far; blank lines are ignored. */
  push(text: string): (CsvRecord | ReadProblem)[] {
    this.#rest += this.#rest === "" && this.#line === 1 ? text.replace(/^\uFEFF/, "") : text;
    return this.#parse(true);
  }

  end(): (CsvRecord | ReadProblem)[] {
    return this.#rest === "" ? [] : this.#parse(false);
  }

  #parse(isOpen: boolean): (CsvRecord | ReadProblem)[] {
    const { data, errors, meta }: Papa.ParseResult<string[]> = this.#parser.parse(this.#rest, 0, isOpen);
    const problems = new Map(errors.map(({ row, message }) => [row ?? data.length, message]));
    const found: (CsvRecord | ReadProblem)[] = [];
    for (const [index, fields] of data.entries()) {
      const line = this.#line;
      this.#line += 1 + fields.reduce((sum, field) => sum + field.split(this.#newline).length - 1, 0);
      const problem = problems.get(index);
      if (problem !== undefined) found.push({ line, message: problem });
      else if (fields.length > 1 || fields[0] !== "") found.push({ line, fields });
    }
    this.#rest = isOpen ? this.#rest.slice(meta.cursor) : "";
    return found;
  }
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Detects the common type of each column's values; a column without values is text. */
export class TypeGuess {
  readonly #columns: { possible: Set<CsvType>; hasValue: boolean }[];

  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => ({ possible: new Set(CSV_TYPES), hasValue: false }));
  }

  get types(): CsvType[] {
    return this.#columns.map(
      ({ possible, hasValue }) =>
        (hasValue && CSV_TYPES.find((type) => type !== "text" && possible.has(type))) || "text",
    );
  }

  add(fields: readonly string[]): void {
    for (const [index, field] of fields.entries()) {
      const column = this.#columns[index];
      if (!column || field === "") continue;
      column.hasValue = true;
      const { possible } = column;
      if (!NUMBER.test(field)) possible.delete("number");
      if (field !== "true" && field !== "false") possible.delete("boolean");
      if (possible.has("json") && !isContainer(field)) possible.delete("json");
    }
  }
}

function isContainer(field: string): boolean {
  return /^\s*[[{]/.test(field) && JsonNode.read(field) !== undefined;
}

/** A record as a row, with the detected types, or as text: numbers keep the digits of the file. */
export function rowOf(names: readonly string[], types: readonly CsvType[], fields: readonly string[]): string {
  const members = names.map((name, index) => {
    const field = fields[index] ?? "";
    const isText = (types[index] ?? "text") === "text";
    return `${JSON.stringify(name)}:${isText ? JSON.stringify(field) : field.trim() || "null"}`;
  });
  return `{${members.join(",")}}`;
}
