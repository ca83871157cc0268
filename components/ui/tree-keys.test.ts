import { describe, expect, it } from "vitest";

import { treeMove, typedMatch, type TreeLine } from "./tree-keys";

// root ▾ / a ▸ / b ▾ / b1 / c ▸
const lines: TreeLine[] = [
  { level: 1, isParent: true, isExpanded: true },
  { level: 2, isParent: true, isExpanded: false },
  { level: 2, isParent: true, isExpanded: true },
  { level: 3, isParent: false, isExpanded: false },
  { level: 2, isParent: true, isExpanded: false },
];

describe("treeMove", () => {
  it.each([
    ["ArrowDown", 0, { to: 1 }],
    ["ArrowDown", 4, { to: 4 }],
    ["ArrowUp", 0, { to: 0 }],
    ["ArrowUp", 3, { to: 2 }],
    ["Home", 3, { to: 0 }],
    ["End", 0, { to: 4 }],
    ["PageDown", 0, { to: 3 }],
    ["PageUp", 4, { to: 1 }],
    ["ArrowRight", 1, { expand: [1] }],
    ["ArrowRight", 2, { to: 3 }],
    ["ArrowRight", 3, undefined],
    ["ArrowLeft", 2, { collapse: 2 }],
    ["ArrowLeft", 3, { to: 2 }],
    ["ArrowLeft", 1, { to: 0 }],
    ["*", 2, { expand: [2, 1, 4] }],
    ["x", 2, undefined],
  ])("%s on line %i", (key, at, move) => {
    expect(treeMove(key, lines, at, 3)).toEqual(move);
  });

  it("moves to the first row from none, and nowhere in an empty tree", () => {
    expect(treeMove("ArrowDown", lines, -1, 3)).toEqual({ to: 0 });
    expect(treeMove("ArrowDown", [], -1, 3)).toBeUndefined();
  });
});

describe("typedMatch", () => {
  const names = ["plan", "Search", "summarize", "plan again"];
  it.each([
    ["p", 0, 3],
    ["p", 3, 0],
    ["pl", 0, 0],
    ["plan a", 0, 3],
    ["SU", 1, 2],
    ["z", 0, undefined],
  ])("%j from %i", (typed, at, index) => {
    expect(typedMatch(typed, names.length, at, (line) => names[line] ?? "")).toBe(index);
  });
});
