import { diffArrays } from "diff";

import { canonicalJson } from "@/lib/json/canonical";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

import { prettyJson } from "@/lib/json/pretty";

/** A line of a document: its text, and whether it continues the string of the previous line. */
export interface DiffLine {
  text: string;
  continues: boolean;
}

/** A block of lines of two documents: lines they share, or lines of one that replace those of the other. */
export type DiffBlock =
  | { type: "same"; lines: DiffLine[]; left: number; right: number }
  | { type: "change"; removed: DiffLine[]; added: DiffLine[]; left: number; right: number };

export interface JsonDiff {
  /** `left` and `right` of each: the number of its first line in that document, from 1. */
  blocks: DiffBlock[];
  removed: number;
  added: number;
  /**
   * Too different to be aligned in the available time: everything between the first and the last change is one block.
   */
  isCoarse: boolean;
}

/** Time limit for aligning, milliseconds. */
const DIFF_TIMEOUT_MS = 4_000;

/**
 * The differences of two JSON values, line by line: keys sorted, every value with its exact text, so that `1.0` differs
 * from `1` and no digit is lost. A string is split at its own line ends.
 */
export function compareJson(left: JsonText, right: JsonText): JsonDiff {
  return compareLines(linesOf(left), linesOf(right));
}

/** The differences of two plain texts, line by line. */
export function compareTexts(left: string, right: string): JsonDiff {
  const lines = (text: string) => text.split("\n").map((line): DiffLine => ({ text: line, continues: false }));
  return compareLines(lines(left), lines(right));
}

function compareLines(before: readonly DiffLine[], after: readonly DiffLine[]): JsonDiff {
  const start = sharedCount(before, after, (lines, index) => lines[index]);
  const rest = Math.min(before.length, after.length) - start;
  const end = Math.min(
    rest,
    sharedCount(before, after, (lines, index) => lines[lines.length - 1 - index]),
  );
  const [from, to] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const changes = diffArrays(from, to, { comparator: isSame, timeout: DIFF_TIMEOUT_MS });
  const parts = changes ?? [
    { value: from, removed: true, added: false },
    { value: to, removed: false, added: true },
  ];
  const builder = new Blocks();
  builder.same(before.slice(0, start));
  for (const { value, removed, added } of parts) {
    if (removed) builder.change(value, []);
    else if (added) builder.change([], value);
    else builder.same(value);
  }
  builder.same(before.slice(before.length - end));
  return { ...builder.result, isCoarse: changes === undefined };
}

/**
 * A value as lines: keys sorted, strings split at their line ends. Without the commas between values, since otherwise
 * adding a value would also change the previous line.
 */
export function linesOf(json: JsonText): DiffLine[] {
  const pretty = prettyJson(JsonNode.parse(new JsonText(canonicalJson(json))));
  const lines: DiffLine[] = [];
  for (const withComma of pretty.split("\n")) {
    const line = withComma.endsWith(",") ? withComma.slice(0, -1) : withComma;
    let from = 0;
    for (let at = line.indexOf("\\n"); at !== -1; at = line.indexOf("\\n", at + 2)) {
      if (isEscaped(line, at) || at + 2 >= line.length - 1) continue;
      lines.push({ text: line.slice(from, at + 2), continues: from > 0 });
      from = at + 2;
    }
    lines.push({ text: line.slice(from), continues: from > 0 });
  }
  return lines;
}

/** Whether the backslash at `at` is itself escaped. */
function isEscaped(line: string, at: number): boolean {
  let first = at;
  while (first > 0 && line[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}

function isSame(a: DiffLine | undefined, b: DiffLine | undefined): boolean {
  return a?.text === b?.text && a?.continues === b?.continues;
}

function sharedCount(
  before: readonly DiffLine[],
  after: readonly DiffLine[],
  at: (lines: readonly DiffLine[], index: number) => DiffLine | undefined,
): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && isSame(at(before, count), at(after, count))) count += 1;
  return count;
}

/** Merges adjacent blocks of the same kind. */
class Blocks {
  readonly result: Omit<JsonDiff, "isCoarse"> = { blocks: [], removed: 0, added: 0 };
  #left = 1;
  #right = 1;

  same(lines: readonly DiffLine[]): void {
    if (lines.length === 0) return;
    const last = this.result.blocks.at(-1);
    if (last?.type === "same") last.lines = last.lines.concat(lines);
    else this.result.blocks.push({ type: "same", lines: [...lines], left: this.#left, right: this.#right });
    this.#left += lines.length;
    this.#right += lines.length;
  }

  change(removed: readonly DiffLine[], added: readonly DiffLine[]): void {
    if (removed.length + added.length === 0) return;
    const last = this.result.blocks.at(-1);
    if (last?.type === "change") {
      last.removed = last.removed.concat(removed);
      last.added = last.added.concat(added);
    } else {
      const place = { left: this.#left, right: this.#right };
      this.result.blocks.push({ type: "change", removed: [...removed], added: [...added], ...place });
    }
    this.#left += removed.length;
    this.#right += added.length;
    this.result.removed += removed.length;
    this.result.added += added.length;
  }
}
