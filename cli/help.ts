import { type Command, COMMANDS, type Option, SHARED_OPTIONS } from "./commands";
import { usageError } from "./exit-status";

const GAP = 2;

const INTRODUCTION = `Find, read and rate traces; \`loupe COMMAND --help\` shows the options of a command:
`;

const CLOSING = `
The service and the key come from LOUPE_URL, LOUPE_API_KEY and LOUPE_PROJECT, or from \`loupe login\`.
Exit statuses: 0 done, 1 not found or below a threshold, 2 not valid, 3 no answer or no access.
`;

/** The help of all commands. */
export function overview(): string {
  return `${INTRODUCTION}\n${rows(COMMANDS.map(({ name, summary }) => [name, summary]))}\n${CLOSING}`;
}

/** The help of the commands whose first word this is. */
export function groupHelp(word: string): string {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
  return `${rows(group.map(({ name, words = "", summary }) => [`loupe ${name} ${words}`.trimEnd(), summary]))}\n`;
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const { name, words, summary, options, examples } = command;
  const more = COMMANDS.filter((other) => other.name.startsWith(`${name} `));
  return [
    summary,
    "",
    `  loupe ${[name, words, "[options]"].filter((part) => part !== undefined).join(" ")}`,
    ...more.map((other) => `  loupe ${[other.name, other.words].filter((part) => part !== undefined).join(" ")}`),
    "",
    ...(Object.keys(options).length > 0 ? [optionRows(options), ""] : []),
    optionRows(SHARED_OPTIONS),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** The error of a command that does not exist, with the most similar one. */
export function unknownCommand(typed: string): Error {
  const words = COMMANDS.map(({ name }) => name);
  const near = words.find((word) => word.startsWith(typed)) ?? words.find((word) => isNear(word, typed));
  return usageError(
    `There is no command ${JSON.stringify(typed)}; ${near === undefined ? "" : `did you mean \`loupe ${near}\`? `}\`loupe --help\` lists them.`,
  );
}

/** Whether one character is missing, added or another one. */
function isNear(word: string, typed: string): boolean {
  if (Math.abs(word.length - typed.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === typed[start]) start += 1;
  const [left, right] = [word.slice(start), typed.slice(start)];
  return [left.slice(1) === right, left === right.slice(1), left.slice(1) === right.slice(1)].includes(true);
}

function optionRows(options: Readonly<Record<string, Option>>): string {
  return rows(
    Object.entries(options).map(([name, { short, value, about, isMany }]) => [
      `${short === undefined ? "   " : `-${short},`} --${name}${value === undefined ? "" : ` ${value}`}`,
      isMany ? `${about}; may be repeated` : about,
    ]),
  );
}

function rows(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([left]) => left.length)) + GAP;
  return entries.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join("\n");
}
