import { parseArgs } from "node:util";
import { type Command, type Option, SHARED_OPTIONS } from "./commands";
import { usageError } from "./exit-status";

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What was typed after the command. */
export class Given {
  readonly words: readonly string[];
  readonly #values: Values;

  constructor(words: readonly string[], values: Values) {
    this.words = words;
    this.#values = values;
  }

  is(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  texts(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  }

  /** A whole number, or `absent`. */
  count<Absent>(name: string, absent: Absent, least = 1): number | Absent {
    const text = this.text(name);
    if (text === undefined) return absent;
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw usageError(`--${name} ${JSON.stringify(text)} is not a whole number from ${least}.`);
  }

  /** One of some words, or the first. */
  choice<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const text = this.text(name);
    const found = text === undefined ? words[0] : words.find((word) => word === text);
    if (found !== undefined) return found;
    throw usageError(`--${name} ${JSON.stringify(text)} is not one of ${words.join(", ")}.`);
  }

  /** The only word. */
  only(what: string): string {
    const [word, ...more] = this.words;
    if (word === undefined || word === "") throw usageError(`${what} is missing.`);
    if (more.length > 0)
      throw usageError(`${JSON.stringify(more[0])} is one word too many; put quotes around a text with spaces.`);
    return word;
  }
}

/** Reads the arguments of a command. Throws a usage error that names what is wrong. */
export function readArguments({ name, options }: Command, args: readonly string[]): Given {
  const all: Readonly<Record<string, Option>> = { ...SHARED_OPTIONS, ...options };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(all).map(([key, { value, short, isMany }]) => [
          key,
          {
            type: value === undefined ? ("boolean" as const) : ("string" as const),
            ...(short !== undefined && { short }),
            ...(isMany && { multiple: true }),
          },
        ]),
      ),
    });
    return new Given(positionals, values);
  } catch (error) {
    throw usageError(`${problemOf(error)}; see \`loupe ${name} --help\`.`);
  }
}

/** What `parseArgs` says, without its advice. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^Unknown option '([^']*)'/.test(message)
    ? `There is no option ${/^Unknown option '([^']*)'/.exec(message)?.[1] ?? ""}`
    : (message.split(/\.\s/)[0] ?? message).replace(/\.$/, "");
}
