import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import type { ReadProblem } from "./read-text";

/** A row as JSON text with its line, or an error there. */
export type ReadRow = { line: number; json: string } | ReadProblem;

const OFFSET = /^Not valid JSON at character \d+: /;

/** The values of JSON Lines; blank lines are ignored. */
export class JsonLines {
  #rest = "";
  #line = 0;

  /** Rows that end in this piece of the text. */
  push(text: string): ReadRow[] {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#read(line));
  }

  end(): ReadRow[] {
    const last = this.#rest;
    this.#rest = "";
    return this.#read(last);
  }

  #read(text: string): ReadRow[] {
    this.#line += 1;
    if (text.trim() === "") return [];
    try {
      return [{ line: this.#line, json: JsonNode.parse(text).raw }];
    } catch (error) {
      return [{ line: this.#line, message: messageOf(error, text).message }];
    }
  }
}

/** The items of a JSON array. Their lines are not known, so all are reported on the first. */
export function readJsonList(text: string): ReadRow[] {
  try {
    const root = JsonNode.parse(text);
    if (root.kind !== "array")
      return [
        {
          line: 1,
          message: "A table needs an array of rows, but this is a single value. For one value per line, choose JSONL.",
        },
      ];
    return [...root.items()].map(({ raw }) => ({ line: 1, json: raw }));
  } catch (error) {
    return [messageOf(error, text)];
  }
}

function messageOf(error: unknown, text: string): ReadProblem {
  if (!(error instanceof JsonSyntaxError)) throw error;
  const before = text.slice(0, error.offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { line: before.length, message: `column ${column}: ${error.message.replace(OFFSET, "")}` };
}
