import type { Turn } from "./document";

/** The regular expression of a variable's name; it needs the flag `u`. */
export const VARIABLE_NAME = String.raw`[\p{L}_][\p{L}\p{N}_.-]*`;

/** A variable in a text. */
export const VARIABLE = new RegExp(String.raw`\{\{\s*(${VARIABLE_NAME})\s*\}\}`, "gu");

/** Turns are cached, so that only the edited one is searched again with each key press. */
const known = new WeakMap<object, readonly string[]>();

/** The names of `{{name}}` in the turns, in the order of first occurrence. */
export function variableNames(turns: readonly Pick<Turn, "content">[]): string[] {
  return [...new Set(turns.flatMap(namesIn))];
}

function namesIn(turn: Pick<Turn, "content">): readonly string[] {
  const names = known.get(turn) ?? [...variableCounts(turn.content).keys()];
  known.set(turn, names);
  return names;
}

/** How often each variable is in a text, and how many characters it has there in all. */
type VariableCounts = ReadonlyMap<string, { times: number; chars: number }>;

/** The texts of a template are filled in for each row: those that were counted last are not counted again. */
const counted = new Map<string, VariableCounts>();
const KEPT_TEXTS = 64;
const KEPT_CHARS = 128 * 1024;

export function variableCounts(text: string): VariableCounts {
  const known = counted.get(text);
  if (known) return known;
  const counts = new Map<string, { times: number; chars: number }>();
  for (const [written, name = ""] of text.matchAll(VARIABLE)) {
    const count = counts.get(name) ?? { times: 0, chars: 0 };
    counts.set(name, { times: count.times + 1, chars: count.chars + written.length });
  }
  if (text.length > KEPT_CHARS) return counts;
  counted.set(text, counts);
  const [oldest] = counted.keys();
  if (counted.size > KEPT_TEXTS && oldest !== undefined) counted.delete(oldest);
  return counts;
}
