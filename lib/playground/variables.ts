import type { Turn } from "./document";

/** The regular expression of a variable's name; it needs the flag `u`. */
export const VARIABLE_NAME = String.raw`[\p{L}_][\p{L}\p{N}_.-]*`;

const VARIABLE = new RegExp(String.raw`\{\{\s*(${VARIABLE_NAME})\s*\}\}`, "gu");

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

/** The text with every `{{name}}` that has a value replaced; one without a value stays as written. */
export function fillVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (written: string, name: string) => valueOf(variables, name) ?? written);
}

/** The same in JSON text, where a name is inside a string: its value is written as a part of that string. */
export function fillVariablesInJson(json: string, variables: Readonly<Record<string, string>>): string {
  return json.replaceAll(VARIABLE, (written: string, name: string) => {
    const value = valueOf(variables, name);
    return value === undefined ? written : JSON.stringify(value).slice(1, -1);
  });
}

function valueOf(variables: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return value === "" ? undefined : value;
}
