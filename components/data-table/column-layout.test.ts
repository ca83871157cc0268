import { expect, test } from "vitest";

import { formatLayout, parseLayout } from "./column-layout";

const unchanged = { sizes: {}, hidden: [] };

test.each([
  ["", unchanged],
  ["{", unchanged],
  ["null", unchanged],
  ["[]", unchanged],
  ['{"sizes":null,"hidden":null}', unchanged],
  ['{"sizes":{"name":120,"x":"wide","y":-1},"hidden":["model",3]}', { sizes: { name: 120 }, hidden: ["model"] }],
])("%s", (stored, layout) => {
  expect(parseLayout(stored)).toEqual(layout);
});

test("what is written is read back", () => {
  const layout = { sizes: { name: 180.5 }, hidden: ["tokens"] };
  expect(parseLayout(formatLayout(layout))).toEqual(layout);
});
