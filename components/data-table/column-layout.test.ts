import { describe, expect, test } from "vitest";

import {
  formatLayout,
  moveBefore,
  moveColumn,
  orderedIds,
  parseLayout,
  pinColumn,
  unchangedLayout,
} from "./column-layout";

describe("a remembered layout", () => {
  test.each([
    ["", unchangedLayout],
    ["{", unchangedLayout],
    ["null", unchangedLayout],
    ["[]", unchangedLayout],
    ['{"sizes":null,"hidden":null}', unchangedLayout],
    [
      '{"sizes":{"name":120,"x":"wide","y":-1},"hidden":["model",3],"order":"a","pinned":["name"]}',
      { ...unchangedLayout, sizes: { name: 120 }, hidden: ["model"], pinned: ["name"] },
    ],
  ])("%s", (stored, layout) => {
    expect(parseLayout(stored)).toEqual(layout);
  });

  test("what is written is read back", () => {
    const layout = { sizes: { name: 180.5 }, hidden: ["tokens"], shown: ["user"], order: ["b", "a"], pinned: ["b"] };
    expect(parseLayout(formatLayout(layout))).toEqual(layout);
  });
});

describe("the order of columns", () => {
  const ids = ["a", "b", "c", "d"];
  const ordered = { ...unchangedLayout, order: ["d", "gone"], pinned: ["c"] };

  test("is the pinned ones, those that were moved, the rest", () => {
    expect(orderedIds(ordered, ids)).toEqual(["c", "d", "a", "b"]);
  });

  test.each([
    ["a", 1, ["b", "a", "c", "d"]],
    ["d", -1, ["a", "b", "d", "c"]],
    ["a", -1, ["a", "b", "c", "d"]],
    ["d", 1, ["a", "b", "c", "d"]],
  ])("%s moved by %d", (id, step, order) => {
    expect(orderedIds(moveColumn(unchangedLayout, ids, ids, id, step), ids)).toEqual(order);
  });

  test("a column passes hidden ones, and no pinned one", () => {
    expect(orderedIds(moveColumn(unchangedLayout, ids, ["a", "d"], "a", 1), ids)).toEqual(["b", "c", "d", "a"]);
    expect(moveColumn(ordered, ids, ["c", "d"], "d", -1)).toBe(ordered);
  });

  test("a column that is dropped among pinned ones is one", () => {
    expect(moveBefore(ordered, ids, "b", "c")).toMatchObject({ pinned: ["b", "c"] });
    expect(orderedIds(moveBefore(ordered, ids, "c", "b"), ids)).toEqual(["d", "a", "c", "b"]);
  });

  test("pinning puts last among the pinned", () => {
    expect(pinColumn(ordered, "a", true).pinned).toEqual(["c", "a"]);
    expect(pinColumn(ordered, "c", false).pinned).toEqual([]);
  });
});
