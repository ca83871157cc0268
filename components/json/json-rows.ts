import type { JsonNode } from "@/lib/json/node";

import { cutText } from "./cut-text";

/** The visible children of an expanded value: positions from `from` inclusive to `to` exclusive. */
interface Window {
  from: number;
  to: number;
}

/** The visible part of each expanded value, by the value's key; absent ones are collapsed. */
export type Openings = ReadonlyMap<string, Window>;

/** One line of the viewer. */
export type JsonRow = {
  /** Positions from the root, joined by dots, so that repeated keys are distinguished. */
  key: string;
  /** From 1, as in ARIA. */
  level: number;
  position: number;
  isParent: boolean;
  isExpanded: boolean;
} & (
  | { type: "value"; name: string | undefined; node: JsonNode }
  /** A piece of an expanded long text. */
  | { type: "text"; text: string }
  /** Shown before or after the visible children if there are others. */
  | { type: "earlier" | "later"; parentKey: string; shown: Window }
);

/** Number of children shown at first, and the factor by which it grows. */
const FIRST_CHILDREN = 100;
const GROWTH = 10;
const FIRST: Window = { from: 0, to: FIRST_CHILDREN };
/** Length of raw text up to which a string is shown completely on its line. */
const LONG_TEXT = 1_000;
const STARTING_ROWS = 60;

export const ROOT_KEY = "$";

/** The visible lines; only as much of the document is read as they need. */
export function jsonRows(root: JsonNode, openings: Openings): JsonRow[] {
  const rows: JsonRow[] = [];
  const waiting: JsonRow[] = [valueRow(root, undefined, ROOT_KEY, 1, 1, openings)];
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    if (row.type !== "value" || !row.isExpanded) continue;
    const children = childRows(row, openings.get(row.key) ?? FIRST, openings);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child) waiting.push(child);
    }
  }
  return rows;
}

/** The initially expanded values: the outer levels, as far as they fit on one screen. */
export function startingOpenings(root: JsonNode): Openings {
  return openedWithin(root, STARTING_ROWS);
}

/** Expands level by level, while there are at most `maxRows` lines. */
export function openedWithin(root: JsonNode, maxRows: number): Openings {
  const openings = new Map<string, Window>();
  let level: { key: string; node: JsonNode }[] = [{ key: ROOT_KEY, node: root }];
  let rows = 1;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { key, node } of level) {
      const children = take(node, FIRST_CHILDREN);
      if (children.length === 0) continue;
      if (rows + children.length > maxRows && key !== ROOT_KEY) return openings;
      openings.set(key, FIRST);
      rows += children.length;
      next.push(...children.map((child, index) => ({ key: `${key}.${index}`, node: child.node })));
    }
    level = next;
  }
  return openings;
}

/** Expands a value, or collapses it. */
export function toggled(openings: Openings, key: string): Openings {
  const next = new Map(openings);
  if (!next.delete(key)) next.set(key, FIRST);
  return next;
}

/** Shows ten times as many children, before or after the visible ones. */
export function grown(openings: Openings, key: string, towards: "earlier" | "later"): Openings {
  const { from, to } = openings.get(key) ?? FIRST;
  const added = (to - from) * (GROWTH - 1);
  const window = towards === "earlier" ? { from: Math.max(0, from - added), to } : { from, to: to + added };
  return new Map(openings).set(key, window);
}

/** Expands all ancestors of the line with this key. */
export function revealed(openings: Openings, key: string): Openings {
  const next = new Map(openings);
  const positions = key.split(".");
  for (let depth = 1; depth < positions.length; depth += 1) {
    const parent = positions.slice(0, depth).join(".");
    const position = Number(positions[depth]);
    const shown = next.get(parent) ?? FIRST;
    const from = position - (position % FIRST_CHILDREN);
    const isShown = shown.from <= position && position < shown.to;
    next.set(parent, isShown ? shown : { from, to: from + FIRST_CHILDREN });
  }
  return next;
}

/** The number of children, up to a limit: `100+` if there are more. */
export function childCount(node: JsonNode): string {
  const count = take(node, FIRST_CHILDREN + 1).length;
  return count > FIRST_CHILDREN ? `${FIRST_CHILDREN}+` : String(count);
}

/** The path of a value as in code: `inputs.messages[0].content`. */
export function pathText(root: JsonNode, rootName: string, key: string): string {
  let node: JsonNode | undefined = root;
  let path = rootName;
  for (const position of key.split(".").slice(1).map(Number)) {
    const child: Child | undefined = node && take(node, position + 1)[position];
    if (!child) break;
    if (child.name === undefined) path += `[${position}]`;
    else path += /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(child.name) ? `.${child.name}` : `[${JSON.stringify(child.name)}]`;
    node = child.node;
  }
  return path;
}

interface Child {
  /** The member's name; undefined for an item. */
  name: string | undefined;
  node: JsonNode;
}

/** The first `count` children, without reading further. */
function take(node: JsonNode, count: number): Child[] {
  const children: Child[] = [];
  if (count <= 0) return children;
  if (node.kind === "object") {
    for (const [name, child] of node.entries()) {
      if (children.push({ name, node: child }) >= count) break;
    }
  } else {
    for (const item of node.items()) {
      if (children.push({ name: undefined, node: item }) >= count) break;
    }
  }
  return children;
}

const pieces = new WeakMap<JsonNode, readonly string[]>();

/** A long text in pieces that a browser can lay out. */
export function textPieces(node: JsonNode): readonly string[] {
  const known = pieces.get(node);
  if (known) return known;
  const cut = cutText(node.string() ?? "");
  pieces.set(node, cut);
  return cut;
}

export function isLongText(node: JsonNode): boolean {
  return node.kind === "string" && node.raw.length > LONG_TEXT;
}

function childRows(parent: JsonRow & { type: "value" }, shown: Window, openings: Openings): JsonRow[] {
  const level = parent.level + 1;
  const leaf = { level, isParent: false, isExpanded: false };
  const other = (type: "earlier" | "later", position: number): JsonRow => {
    return { ...leaf, type, key: `${parent.key}.${type}`, parentKey: parent.key, shown, position };
  };
  const isText = isLongText(parent.node);
  // Reads one more than is shown, to know whether there are others.
  const found = isText ? textPieces(parent.node).slice(0, shown.to + 1) : take(parent.node, shown.to + 1);
  const rows: JsonRow[] = shown.from > 0 ? [other("earlier", shown.from)] : [];
  for (let index = shown.from; index < Math.min(shown.to, found.length); index += 1) {
    const child = found[index];
    const key = `${parent.key}.${index}`;
    if (typeof child === "string") rows.push({ ...leaf, type: "text", text: child, key, position: index + 1 });
    else if (child) rows.push(valueRow(child.node, child.name, key, level, index + 1, openings));
  }
  if (found.length > shown.to) rows.push(other("later", shown.to + 1));
  return rows;
}

function valueRow(
  node: JsonNode,
  name: string | undefined,
  key: string,
  level: number,
  position: number,
  openings: Openings,
): JsonRow {
  const isParent = isLongText(node) || take(node, 1).length > 0;
  return { type: "value", key, level, position, name, node, isParent, isExpanded: isParent && openings.has(key) };
}
