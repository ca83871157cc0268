import { escapePattern } from "@/lib/contract/expression";

import { isPlainWord, quote } from "./quote";

/** A part of a value as typed: in quotes, or plain, where `*` matches any text. */
export interface Piece {
  text: string;
  isQuoted: boolean;
}

/** Adjacent pieces as a pattern of `$like`; undefined if there is no wildcard among them. */
export function patternOf(pieces: readonly Piece[]): string | undefined {
  if (!pieces.some(({ text, isQuoted }) => !isQuoted && text.includes("*"))) return undefined;
  return pieces
    .map(({ text, isQuoted }) => (isQuoted ? escapePattern(text) : text.split("*").map(escapePattern).join("%")))
    .join("");
}

/** Whether a pattern matches every text. */
export function isAny(pattern: string): boolean {
  return /^%+$/.test(pattern);
}

/** A pattern as typed, `*` for any text; undefined for one that has no such form. */
export function writePattern(pattern: string): string | undefined {
  const pieces = pattern.match(/(?:\\[^]|[^\\%])+|%+/gu) ?? [];
  const written = pieces.map((piece) => {
    if (piece.startsWith("%")) return { text: "*".repeat(piece.length), isQuoted: false };
    const text = piece.replaceAll(/\\([^])/gu, "$1");
    return { text, isQuoted: !isPlainWord(text) || text.includes("*") };
  });
  if (isAny(pattern) || patternOf(written) !== pattern) return undefined;
  return written.map(({ text, isQuoted }) => (isQuoted ? quote(text) : text)).join("");
}
