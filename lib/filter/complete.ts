import { RELATIONS, type Relation } from "@/lib/contract/expression";
import { toJsonText } from "@/lib/json/text";

import { type Field, fieldAt, FIELDS, fieldNamed, shortPath } from "./fields";
import { writeName } from "./format-filter";
import { quote } from "./quote";
import { RELATION_WORDS } from "./scan";
import { sameWord, writeValue } from "./value";

/** The text at the caret, and the UTF-16 range that a completion replaces. */
export type Completion = { prefix: string; from: number; to: number } &
  /** `isPresence` after `has:`. */
  (
    | { kind: "field"; isPresence: boolean }
    /** `isOrdered` after an operator such as `>`. */
    | { kind: "value"; field: Field; isOrdered: boolean }
  );

export interface CompletionOption {
  insert: string;
  label: string;
  hint: string;
}

const MOST_OPTIONS = 12;
const VALUE = /(?:^|[\s(-])([A-Za-z_](?:[\w.$@-]|\\\.)*)(:|=|[<>]=?)((?:[^\s"(),]+,)*)([^\s"(),]*)$/;
const NAME = /(?:^|[\s(])-?(has:)?([A-Za-z_](?:[\w.$@-]|\\\.)*)?$/;

/** What can be completed at the caret in a filter's text; undefined inside quotes and after operators. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  if (isQuoted(before)) return undefined;
  const to = caret + (/^[^\s"(),]*/.exec(text.slice(caret))?.[0].length ?? 0);
  const [, name, sign = "", , value] = VALUE.exec(before) ?? [];
  const field = name === undefined || name === "has" ? undefined : fieldNamed(name);
  const isOrdered = /[<>]/.test(sign);
  if (field && value !== undefined && (!isOrdered || field.type === "time"))
    return { kind: "value", field, isOrdered, prefix: value, from: caret - value.length, to };
  const found = NAME.exec(before);
  if (!found) return undefined;
  const prefix = found[2] ?? "";
  return { kind: "field", isPresence: found[1] !== undefined, prefix, from: caret - prefix.length, to };
}

/**
 * Fields and relations whose name begins with the prefix; of values inside payloads and feedback, only known ones, by
 * their short name if they have one.
 */
export function fieldOptions(prefix: string, paths: readonly string[], isPresence = false): CompletionOption[] {
  const lowerPrefix = prefix.toLowerCase();
  const byName = FIELDS.filter(({ name }) => name.startsWith(lowerPrefix));
  const relations = isPresence ? [] : RELATIONS.filter((one) => RELATION_WORDS[one].startsWith(lowerPrefix));
  const isLike = (path: string) => prefix !== "" && nameOf(path).toLowerCase().includes(lowerPrefix);
  const inside = paths.flatMap((path) => [shortPath(path), path].find(isLike) ?? []);
  return [
    ...byName.map((field) => option(field.name, field.name, isPresence ? " " : signOf(field), field.hint)),
    ...relations.map((one) => option(RELATION_WORDS[one], `${RELATION_WORDS[one]}(…)`, "(", RELATION_HINTS[one])),
    ...[...new Set(inside)].map((path) =>
      option(writeName(path), nameOf(path), isPresence ? " " : ":", fieldAt(path)?.hint ?? ""),
    ),
  ].slice(0, MOST_OPTIONS);
}

const nameOf = (path: string) => fieldAt(path)?.name ?? path;

function option(name: string, label: string, sign: string, hint: string): CompletionOption {
  return { insert: `${name}${sign}`, label, hint };
}

const RELATION_HINTS: Readonly<Record<Relation, string>> = {
  below: "some call below it",
  above: "some call above it",
  earlier: "some call of its trace that started earlier",
  later: "some call of its trace that started later",
};

/** Values of a field that contain the text, with the number of calls that have each; any value and none, if it is not ordered. */
export function valueOptions(
  field: Field,
  prefix: string,
  known: readonly { value?: string; count?: number }[],
  isOrdered = false,
): CompletionOption[] {
  const typed = field.choices ? sameWord(prefix) : prefix;
  const lowerPrefix = typed.toLowerCase();
  const counts = new Map(known.flatMap(({ value, count }) => (value === undefined ? [] : [[value, count] as const])));
  const values = field.choices ?? [...(field.common ?? []), ...counts.keys()];
  // A complete value needs no completion.
  if (values.includes(typed)) return [];
  const hasPresence = !field.choices && !isOrdered;
  const presence = ANY_OR_NONE.filter(({ label }) => hasPresence && label.startsWith(lowerPrefix) && label !== prefix);
  const matching = values
    .filter((value) => value.toLowerCase().includes(lowerPrefix))
    .slice(0, MOST_OPTIONS - presence.length)
    .map((value) => {
      const { word, isQuoted } = writeValue(field, "is", toJsonText(value));
      const count = counts.get(value);
      return {
        insert: `${isQuoted ? quote(word) : word} `,
        label: value,
        hint: count === undefined ? "" : count.toLocaleString("en-US"),
      };
    });
  return [...matching, ...presence];
}

const ANY_OR_NONE: readonly CompletionOption[] = [
  { insert: "* ", label: "*", hint: "any value" },
  { insert: "none ", label: "none", hint: "no value" },
];

/** A text with a completion applied, and the new position of the caret. */
export function completed(text: string, { from, to }: Completion, { insert }: CompletionOption) {
  const after = insert.endsWith(" ") ? text.slice(to).trimStart() : text.slice(to);
  return { text: text.slice(0, from) + insert + after, caret: from + insert.length };
}

function signOf({ type, common }: Field): string {
  if (type === "time") return ">=";
  if (common) return ":";
  return type === "number" || type === "duration" ? ">" : type === "json" ? "~" : ":";
}

function isQuoted(before: string): boolean {
  return (before.replaceAll(/\\["\\]/g, "").match(/"/g)?.length ?? 0) % 2 === 1;
}
