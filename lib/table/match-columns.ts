import type { CallField } from "./call-row";

/** Common names of the column with the expected output, compared without case and punctuation. */
const EXPECTED = new Set([
  "expectedoutput",
  "expected",
  "expectedanswer",
  "groundtruth",
  "reference",
  "target",
  "ideal",
]);

/**
 * The names of columns for fields of calls, by key: the column of the table that a field means, or else the field's own
 * name. Each column is given to one field.
 */
export function matchColumns(fields: readonly CallField[], columns: readonly string[]): Map<string, string> {
  const free = new Set(columns);
  const names = new Map<string, string>();
  const give = (field: CallField, column: string | undefined) => {
    if (column === undefined || names.has(field.key)) return;
    names.set(field.key, column);
    free.delete(column);
  };
  // A part of the call has a name of its own before a field of the inputs.
  const byRank = fields.toSorted((one, other) => Number(isInput(one)) - Number(isInput(other)));
  for (const field of byRank) if (free.has(field.name)) give(field, field.name);
  for (const field of byRank)
    give(
      field,
      [...free].find((column) => means(field, column)),
    );
  const used = new Set(names.values());
  for (const field of byRank) {
    const name = used.has(field.name) && isInput(field) ? `inputs.${field.name}` : field.name;
    give(field, name);
    used.add(name);
  }
  return names;
}

/** The names that several fields have. */
export function repeatedNames(names: Iterable<string>): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  return repeated;
}

const isInput = ({ key, part }: CallField) => part === "inputs" && key !== "inputs";

function means({ part, name }: CallField, column: string): boolean {
  const [own, other] = [plain(name), plain(column)];
  return other !== "" && (own === other || (part === "correction" && EXPECTED.has(other)));
}

/** `Expected Output` and `expected_output` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
