import { CsvReader, type CsvRecord, type CsvType, guessLayout, rowOf, TypeGuess } from "./read-csv";
import { JsonLines, readJsonList, type ReadRow } from "./read-json";
import { type ReadProblem, textOf } from "./read-text";
import type { TableFormat } from "./table-format";

/** Number of problems listed; more are only counted. */
const TOLD_PROBLEMS = 100;
const SAMPLE_ROWS = 20;

/** The content of a file. */
export interface CheckedFile {
  rows: number;
  problems: ReadProblem[];
  problemCount: number;
  /** The first rows, as JSON text. */
  sample: string[];
  /** Only for CSV: the names and value types of its columns. */
  columns?: { name: string; type: CsvType }[];
}

export interface ReadOptions {
  format: TableFormat;
  /** Types of the columns of CSV; all text by default. */
  types?: readonly CsvType[];
  /** Called with the share of the file that has been read. */
  onProgress?: (share: number) => void;
}

/**
 * Reads a whole file without storing it: the number of rows, the errors with their lines, and the types of CSV columns.
 */
export async function checkTable(file: Blob, options: ReadOptions): Promise<CheckedFile> {
  const checked: CheckedFile = { rows: 0, problems: [], problemCount: 0, sample: [] };
  const note = (problem: ReadProblem) => {
    checked.problemCount += 1;
    if (checked.problems.length < TOLD_PROBLEMS) checked.problems.push(problem);
  };
  if (options.format !== "csv") {
    for await (const rows of readTable(file, options))
      for (const row of rows) {
        if ("message" in row) note(row);
        else {
          checked.rows += 1;
          if (checked.sample.length < SAMPLE_ROWS) checked.sample.push(row.json);
        }
      }
    return checked;
  }
  let names: string[] = [];
  let guess: TypeGuess | undefined;
  const sample: string[][] = [];
  for await (const records of readRecords(file, options.onProgress))
    for (const record of records) {
      if ("message" in record) note(record);
      else if (!guess) {
        names = record.fields;
        guess = new TypeGuess(names.length);
        for (const message of headerProblems(names)) note({ line: record.line, message });
      } else {
        const problem = lengthProblem(record, names);
        if (problem) note(problem);
        else {
          checked.rows += 1;
          guess.add(record.fields);
          if (sample.length < SAMPLE_ROWS) sample.push(record.fields);
        }
      }
    }
  const types = guess?.types ?? [];
  return {
    ...checked,
    sample: sample.map((fields) => rowOf(names, types, fields)),
    columns: names.map((name, index) => ({ name, type: types[index] ?? "text" })),
  };
}

/** The rows of a file as JSON text, in pieces, with errors in between. */
export async function* readTable(
  file: Blob,
  { format, types = [], onProgress }: ReadOptions,
): AsyncGenerator<ReadRow[]> {
  if (format === "csv") {
    let names: string[] | undefined;
    for await (const records of readRecords(file, onProgress)) {
      const rows: ReadRow[] = [];
      for (const record of records) {
        if ("message" in record) rows.push(record);
        else if (!names) names = record.fields;
        else rows.push(lengthProblem(record, names) ?? { line: record.line, json: rowOf(names, types, record.fields) });
      }
      yield rows;
    }
    return;
  }
  if (format === "jsonl") {
    const lines = new JsonLines();
    for await (const { text, share } of textOf(file)) {
      yield lines.push(text);
      onProgress?.(share);
    }
    yield lines.end();
    return;
  }
  const pieces: string[] = [];
  for await (const { text, share } of textOf(file)) {
    pieces.push(text);
    onProgress?.(share);
  }
  yield readJsonList(pieces.join("").replace(/^\uFEFF/, ""));
}

async function* readRecords(
  file: Blob,
  onProgress: ReadOptions["onProgress"],
): AsyncGenerator<(CsvRecord | ReadProblem)[]> {
  let reader: CsvReader | undefined;
  for await (const { text, share } of textOf(file)) {
    reader ??= new CsvReader(guessLayout(text));
    yield reader.push(text);
    onProgress?.(share);
  }
  if (reader) yield reader.end();
}

function headerProblems(names: readonly string[]): string[] {
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  return [
    ...(names.includes("") ? ["a column has no name"] : []),
    ...[...new Set(twice)].map((name) => `the column ${JSON.stringify(name)} is used twice`),
  ];
}

function lengthProblem({ line, fields }: CsvRecord, names: readonly string[]): ReadProblem | undefined {
  if (fields.length === names.length) return undefined;
  const [count, expected] = [fields.length, names.length];
  return { line, message: `${count} ${count === 1 ? "field" : "fields"}, but the header has ${expected}` };
}
