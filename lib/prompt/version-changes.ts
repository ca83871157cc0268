import { type ChangeObject, diffArrays, diffLines } from "diff";
import { alignMessages } from "@/lib/chat/align-messages";
import { prettyText } from "@/lib/json/pretty";
import type { TurnFields } from "@/lib/playground/document";
import { VARIABLE_NAME } from "@/lib/playground/variable-names";
import type { Prompt } from "./prompt";
import { turnKey } from "./prompt-turns";

/** With more edits than this, words are not aligned but lines, and with more edits of lines nothing is. */
const MOST_EDITS = 700;

/** A piece of a text: in both versions, or only in the later (`added`) or earlier one (`removed`). */
export interface WordPiece {
  text: string;
  change: "same" | "added" | "removed";
}

/** The differences of two versions of one part of a prompt. */
export interface PartChange {
  /** The role of a message, or the name of a setting. */
  name: string;
  /** Whether the part is in both versions, unchanged or not, or only in one. */
  change: "same" | "changed" | "added" | "removed";
  pieces: WordPiece[];
}

export interface VersionChanges {
  /** Messages of both versions in order. */
  turns: PartChange[];
  /** Settings that differ, by name. */
  settings: PartChange[];
}

/** What changed from one version of a prompt to another, word by word. */
export function versionChanges(before: Prompt, after: Prompt): VersionChanges {
  return {
    turns: alignMessages(before.turns, after.turns, turnKey).map(([from, to]) => turnChange(from, to)),
    settings: settingChanges(settingsOf(before), settingsOf(after)),
  };
}

function turnChange(from: TurnFields | undefined, to: TurnFields | undefined): PartChange {
  return partChange(to?.role ?? from?.role ?? "", from && turnText(from), to && turnText(to));
}

/** All that a turn has, as text: its content, then its other members. */
function turnText({ content, contentIsJson, name, toolCallId, toolCalls, extra }: TurnFields): string {
  const others = [
    ["name", name],
    ["tool_call_id", toolCallId],
    ["tool_calls", toolCalls && (prettyText(toolCalls) ?? toolCalls)],
    ["other fields", extra && (prettyText(extra) ?? extra)],
  ] as const;
  const text = contentIsJson ? (prettyText(content) ?? content) : content;
  const parts = others.flatMap(([member, value]) => (value === undefined ? [] : [`${member}: ${value}`]));
  return [...(text === "" && parts.length > 0 ? [] : [text]), ...parts].join("\n\n");
}

/** Model and parameters as text. */
function settingsOf({ model, parameters }: Prompt): ReadonlyMap<string, string> {
  const named = Object.entries(parameters).map(([name, text]) => [name, prettyText(text) ?? text] as const);
  return new Map([...(model === undefined ? [] : [["model", model] as const]), ...named]);
}

function settingChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): PartChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => partChange(name, before.get(name), after.get(name)))
    .filter(({ change }) => change !== "same");
}

function partChange(name: string, from: string | undefined, to: string | undefined): PartChange {
  if (from === undefined) return { name, change: "added", pieces: piecesOf("added", to) };
  if (to === undefined) return { name, change: "removed", pieces: piecesOf("removed", from) };
  if (from === to) return { name, change: "same", pieces: piecesOf("same", to) };
  return { name, change: "changed", pieces: wordChanges(from, to) };
}

function piecesOf(change: WordPiece["change"], text = ""): WordPiece[] {
  return text === "" ? [] : [{ text, change }];
}

/** Variables, words, spaces and single signs; scripts without spaces are compared sign by sign. */
const WORD = new RegExp(
  String.raw`\{\{\s*${VARIABLE_NAME}\s*\}\}|\s+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}_]+?(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[^\p{L}\p{M}\p{N}_]|$)|[^]`,
  "gu",
);

/** Two texts as one, word by word: what only the earlier one has comes before what replaces it. */
export function wordChanges(from: string, to: string): WordPiece[] {
  const most = { maxEditLength: MOST_EDITS };
  const words = diffArrays(from.match(WORD) ?? [], to.match(WORD) ?? [], most);
  if (words) return withoutGaps(words.map((change) => pieceOf(change, change.value.join(""))));
  const lines = diffLines(from, to, most);
  if (lines) return lines.map((change) => pieceOf(change, change.value));
  return [...piecesOf("removed", from), ...piecesOf("added", to)];
}

function pieceOf({ added, removed }: Pick<ChangeObject<unknown>, "added" | "removed">, text: string): WordPiece {
  return { text, change: added ? "added" : removed ? "removed" : "same" };
}

/** Spaces between two changes belong to them, so that words which replace others stand together. */
function withoutGaps(pieces: readonly WordPiece[]): WordPiece[] {
  const joined: WordPiece[] = [];
  let gap = { removed: "", added: "" };
  const closeGap = () => {
    joined.push(...piecesOf("removed", gap.removed), ...piecesOf("added", gap.added));
    gap = { removed: "", added: "" };
  };
  for (const [index, piece] of pieces.entries()) {
    const { text, change } = piece;
    const next = pieces[index + 1];
    const isBetween = change === "same" && gap.removed + gap.added !== "" && next !== undefined;
    if (change !== "same") gap[change] += text;
    else if (isBetween && text.trim() === "" && gap.removed !== "" && gap.added !== "") {
      gap.removed += text;
      gap.added += text;
    } else {
      closeGap();
      joined.push(piece);
    }
  }
  closeGap();
  return joined;
}
