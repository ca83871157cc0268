import { describe, expect, test } from "vitest";

import { formatLayout, limitedPx, orderedIds, parseLayout, unchangedLayout } from "./column-layout";

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
});

test.each([
  [-5, 40],
  [180.4, 180],
  [9_000, 1_200],
])("a width of %d pixels is limited to %d", (px, limited) => {
  expect(limitedPx(px)).toBe(limited);
});
