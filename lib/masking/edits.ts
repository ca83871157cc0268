import { writeJson } from "@/lib/json/text";
import type { Span } from "./match";
import type { ActiveRule } from "./rule-set";

/** A part of a text that a rule matches. */
export interface Found extends Span {
  rule: Pick<ActiveRule, "place" | "replacement">;
}

/** A part of a text and what replaces it. Several are in the order of the text, and do not overlap. */
export interface Edit extends Span {
  text: string;
}

/** A text may grow by its replacements, but not without bound. */
const MOST_GROWTH = 4;
const GROWTH_CHARS = 1000;

/** Where matches overlap, all they cover is replaced as the first of their rules says. */
export function editsOf(text: string, found: readonly Found[]): Edit[] {
  const merged: Found[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (!last || one.start >= last.end) merged.push({ ...one });
    else {
      last.end = Math.max(last.end, one.end);
      if (one.rule.place < last.rule.place) last.rule = one.rule;
    }
  }
  const [first] = merged;
  const edits = merged.map(({ start, end, rule }) => ({ start, end, text: rule.replacement }));
  const grown = edits.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), text.length);
  if (!first || grown <= MOST_GROWTH * text.length + GROWTH_CHARS) return edits;
  return [{ start: 0, end: text.length, text: first.rule.replacement }];
}

/** The text with its edits. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let from = 0;
  const pieces: string[] = [];
  for (const { start, end, text: replacement } of edits) {
    pieces.push(text.slice(from, start), replacement);
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** Turns edits of a decoded JSON string into edits of its JSON text; `position` maps an index of the first to one of the second. */
export function translated(edits: readonly Edit[], position: (at: number) => number): Edit[] {
  return edits.map(({ start, end, text }) => ({
    start: position(start),
    end: position(end),
    text: writeJson(text).slice(1, -1),
  }));
}
