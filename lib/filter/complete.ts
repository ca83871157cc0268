import { toJsonText } from "@/lib/json/text";

import { type Field, FIELDS, fieldNamed } from "./fields";
import { quote, writeName } from "./format-filter";
import { writeValue } from "./value";

/** The text at the caret, and the UTF-16 range that a completion replaces. */
export type Completion = { prefix: string; from: number; to: number } & (
  | { kind: "field" }
  | { kind: "value"; field: Field }
);

export interface CompletionOption {
  insert: string;
  label: string;
  hint: string;
}

const MOST_OPTIONS = 12;
const VALUE = /(?:^|[\s(-])([A-Za-z_](?:[\w.$@-]|\\\.)*)[:=]((?:[^\s"(),]+,)*)([^\s"(),]*)$/;
const NAME = /(?:^|[\s(])-?(has:)?([A-Za-z_](?:[\w.$@-]|\\\.)*)?$/;

/** What can be completed at the caret in a filter's text; undefined inside quotes and after operators. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  if (isQuoted(before)) return undefined;
  const to = caret + (/^[^\s"(),]*/.exec(text.slice(caret))?.[0].length ?? 0);
  const [, name, , value] = VALUE.exec(before) ?? [];
  const field = name === undefined || name === "has" ? undefined : fieldNamed(name);
  if (field && value !== undefined) return { kind: "value", field, prefix: value, from: caret - value.length, to };
  const found = NAME.exec(before);
  if (!found) return undefined;
  const prefix = found[2] ?? "";
  return { kind: "field", prefix, from: caret - prefix.length, to };
}

/** Fields whose name or path begins with the prefix; of fields inside payloads, only known ones. */
export function fieldOptions(prefix: string, paths: readonly string[]): CompletionOption[] {
  const lowerPrefix = prefix.toLowerCase();
  const byName = FIELDS.filter(({ name }) => name.startsWith(lowerPrefix));
  const inside = prefix === "" ? [] : paths.filter((path) => path.toLowerCase().includes(lowerPrefix));
  return [
    ...byName.map((field) => ({ insert: `${field.name}${signOf(field)}`, label: field.name, hint: field.hint })),
    ...inside.map((path) => ({ insert: `${writeName(path)}:`, label: path, hint: "payload value" })),
  ].slice(0, MOST_OPTIONS);
}

/** Values of a field that contain the text, with the number of calls that have each. */
export function valueOptions(
  field: Field,
  prefix: string,
  known: readonly { value?: string; count?: number }[],
): CompletionOption[] {
  const lowerPrefix = prefix.toLowerCase();
  const counts = new Map(known.flatMap(({ value, count }) => (value === undefined ? [] : [[value, count] as const])));
  const values = field.choices ?? [...counts.keys()];
  // A complete value needs no completion.
  if (values.includes(prefix)) return [];
  return values
    .filter((value) => value.toLowerCase().includes(lowerPrefix))
    .slice(0, MOST_OPTIONS)
    .map((value) => {
      const { word, isQuoted } = writeValue(field, "is", toJsonText(value));
      const count = counts.get(value);
      return {
        insert: `${isQuoted ? quote(word) : word} `,
        label: value,
        hint: count === undefined ? "" : count.toLocaleString("en-US"),
      };
    });
}

/** A text with a completion applied, and the new position of the caret. */
export function completed(text: string, { from, to }: Completion, { insert }: CompletionOption) {
  const after = insert.endsWith(" ") ? text.slice(to).trimStart() : text.slice(to);
  return { text: text.slice(0, from) + insert + after, caret: from + insert.length };
}

function signOf({ type }: Field): string {
  return type === "number" || type === "duration" ? ">" : type === "time" ? ">=" : type === "json" ? "~" : ":";
}

function isQuoted(before: string): boolean {
  return (before.replaceAll(/\\["\\]/g, "").match(/"/g)?.length ?? 0) % 2 === 1;
}
