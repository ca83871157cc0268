import type { JsonNode } from "@/lib/json/node";

import { isLongText, ROOT_KEY, textPieces } from "./json-rows";

/** Number of characters searched between two pauses. */
const STEP_CHARS = 20_000;
/** A value with at most this many characters is searched as text before its children are. */
const PEEKED_CHARS = 10_000;

/** Matches a text in any case; every other character matches itself. */
export function literalPattern(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/**
 * Finds a text in names and values, in the order of the lines. Yields the key of each matching line, and `undefined`
 * from time to time, when the caller may pause, since a large document takes longer than a frame.
 */
export function* searchJson(root: JsonNode, text: string): Generator<string | undefined> {
  const pattern = literalPattern(text);
  const has = (value: string) => value.search(pattern) !== -1;
  const open: Iterator<[name: string | undefined, node: JsonNode]>[] = [single(root)];
  const positions = [-1];
  let looked = 0;
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const { value, done } = inner.next();
    if (done) {
      open.pop();
      positions.pop();
      continue;
    }
    positions[positions.length - 1] = (positions.at(-1) ?? -1) + 1;
    const [name, node] = value;
    const { raw } = node;
    looked += Math.min(raw.length, PEEKED_CHARS) + 20;
    if (looked > STEP_CHARS) {
      looked = 0;
      yield undefined;
    }
    // The first position is that of the root.
    const key = [ROOT_KEY, ...positions.slice(1)].join(".");
    const isContainer = node.kind === "object" || node.kind === "array";
    const isLong = isLongText(node);
    const isHere = (name !== undefined && has(name)) || (!isContainer && !isLong && has(node.string() ?? raw));
    if (isHere) yield key;
    if (isLong) {
      for (const [index, piece] of textPieces(node).entries()) if (has(piece)) yield `${key}.${index}`;
    } else if (isContainer && (mayDiffer(raw) || has(raw))) {
      open.push(node.kind === "object" ? node.entries() : unnamed(node));
      positions.push(-1);
    }
  }
}

/** Whether the source of a value is too long to be searched directly, or differs from its meaning. */
function mayDiffer(raw: string): boolean {
  return raw.length > PEEKED_CHARS || raw.includes("\\");
}

function* single(node: JsonNode): Generator<[undefined, JsonNode]> {
  yield [undefined, node];
}

function* unnamed(node: JsonNode): Generator<[undefined, JsonNode]> {
  for (const item of node.items()) yield [undefined, item];
}
