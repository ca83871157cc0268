import { FILLED_CHARS } from "@/lib/contract/limits";
import type { JsonText } from "@/lib/json/text";
import { VARIABLE, variableCounts } from "./variable-names";

/** Values by the names of variables; those without a value stay as written. */
export type FilledValues = Readonly<Record<string, string>>;

/** The text with every `{{name}}` that has a value replaced; one without a value stays as written. */
export function fillVariables(text: string, variables: FilledValues): string {
  return text.replaceAll(VARIABLE, (written: string, name: string) => valueOf(variables, name) ?? written);
}

/** The same in JSON text, where a name is inside a string: its value is written as a part of that string. */
export function fillVariablesInJson(json: string, variables: FilledValues): string {
  return json.replaceAll(VARIABLE, (written: string, name: string) => {
    const value = valueOf(variables, name);
    return value === undefined ? written : JSON.stringify(value).slice(1, -1);
  });
}

/**
 * By how many characters the JSON of a text grows when its variables are filled in, computed by adding up their lengths:
 * a short text that names a long value often would be too long to build.
 */
export function filledGrowth(text: string, variables: FilledValues): number {
  let growth = 0;
  for (const [name, { times, chars }] of variableCounts(text)) {
    const value = valueOf(variables, name);
    if (value !== undefined) growth += (JSON.stringify(value).length - 2) * times - chars;
  }
  return growth;
}

/** A request with variables to be filled in, whose length is known before it is built. */
export class FilledRequest {
  /** The length of its JSON text, in characters. */
  readonly chars: number;
  readonly #build: () => JsonText;

  constructor(chars: number, build: () => JsonText) {
    this.chars = chars;
    this.#build = build;
  }

  /** Why it may not be built, in words; undefined if it may. */
  get problem(): string | undefined {
    return tooLong(this.chars);
  }

  /** Its JSON text, built anew each time. Throws if it is too long. */
  get text(): string {
    if (this.problem !== undefined) throw new RangeError(this.problem);
    return this.#build().text;
  }
}

/** Why a request of this length is not sent; undefined if it may be. */
export function tooLong(chars: number): string | undefined {
  if (chars <= FILLED_CHARS) return undefined;
  const [most, found] = [FILLED_CHARS, chars].map((count) => count.toLocaleString("en"));
  return `With its variables filled in the request would have ${found} characters; at most ${most} are allowed`;
}

function valueOf(variables: FilledValues, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
