import { expect, test } from "vitest";

import { categoryColor } from "./category-color";

test("the same key has the same colour", () => {
  expect(categoryColor("gpt-4o")).toBe(categoryColor("gpt-4o"));
});

test("all eight colours are used", () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => categoryColor(`op-${index}`)));
  expect([...used].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `var(--category-${n})`));
});
