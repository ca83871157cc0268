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
  const names = known.get(turn) ?? [...turn.content.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []);
  known.set(turn, names);
  return names;
}
