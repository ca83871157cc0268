import type { JsonNode } from "@/lib/contract/json/node";

import { isLongText, ROOT_KEY, textPieces } from "./json-rows";

/** Nodes looked at between two chances to pause. */
const STEP_NODES = 200;

/** Matches any spelling of case; every other character stands for itself. */
export function literalPattern(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "giu");
}

/**
 * Finds a text in names and values, in the order of the lines; yields the key of each line that has it, and
 * `undefined` now and then, where the caller may pause: a large document takes longer than a frame.
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
    looked += 1;
    if (looked % STEP_NODES === 0) yield undefined;
    const [name, node] = value;
    // The first position is the root's own.
    const key = [ROOT_KEY, ...positions.slice(1)].join(".");
    if (name !== undefined && has(name)) yield key;
    else if (node.kind !== "object" && node.kind !== "array" && !isLongText(node) && has(node.string() ?? node.raw))
      yield key;
    if (isLongText(node)) {
      for (const [index, piece] of textPieces(node).entries()) if (has(piece)) yield `${key}.${index}`;
    } else if (node.kind === "object" || node.kind === "array") {
      open.push(node.kind === "object" ? node.entries() : unnamed(node));
      positions.push(-1);
    }
  }
}

function* single(node: JsonNode): Generator<[undefined, JsonNode]> {
  yield [undefined, node];
}

function* unnamed(node: JsonNode): Generator<[undefined, JsonNode]> {
  for (const item of node.items()) yield [undefined, item];
}
