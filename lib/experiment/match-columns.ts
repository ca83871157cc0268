import { fieldPath } from "@/lib/contract/expression";
import { columnPath } from "@/lib/table/column-path";

/** Names of a column with expected answers, the likeliest first. */
const EXPECTED = [
  "expected",
  "expected_answer",
  "expected_output",
  "reference",
  "ground_truth",
  "target",
  "answer",
  "output",
  "label",
];

/** Columns with those that contain them, an object before its members; without the one of rows that are no objects. */
export function withParents(columns: readonly string[]): string[] {
  const all = columns.flatMap((column) => {
    const names = fieldPath(column) ?? [];
    return names.map((_name, last) => columnPath(names.slice(0, last + 1)));
  });
  return [...new Set(all)];
}

/** The column of a variable: the one with its name, also in other case; undefined if there is none. */
export function columnOfVariable(variable: string, columns: readonly string[]): string | undefined {
  if (columns.includes(variable)) return variable;
  const name = variable.toLowerCase();
  return columns.find((column) => column.toLowerCase() === name);
}

/** The column that probably has the expected answers; undefined if no name tells. `used` are those of variables. */
export function expectedColumn(columns: readonly string[], used: readonly string[] = []): string | undefined {
  const free = columns.filter((column) => !used.includes(column));
  for (const name of EXPECTED) {
    const found = free.find((column) => lastName(column).toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const lastName = (column: string) => fieldPath(column)?.at(-1) ?? column;
