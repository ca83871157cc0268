import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalJson } from "@/lib/json/canonical";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonText } from "@/lib/json/text";

import { compareJson, compareTexts, type DiffBlock, linesOf } from "./compare-json";
import { diffRows } from "./diff-rows";

const json = (text: string) => new JsonText(text);
const compare = (left: string, right: string) => compareJson(json(left), json(right));
const shown = (blocks: readonly DiffBlock[]) =>
  blocks.flatMap((block) =>
    block.type === "same"
      ? block.lines.map(({ text }) => `  ${text}`)
      : [...block.removed.map(({ text }) => `- ${text}`), ...block.added.map(({ text }) => `+ ${text}`)],
  );

describe("compareJson", () => {
  it.each([
    [
      "the order of keys and white space are nothing",
      '{"b":1, "a":2}',
      '{"a":2,"b":1}',
      ["  {", '    "a": 2', '    "b": 1', "  }"],
    ],
    ["spelling is something", "[1.0]", "[1]", ["  [", "-   1.0", "+   1", "  ]"]],
    [
      "no digit is lost",
      "12345678901234567890",
      "12345678901234567891",
      ["- 12345678901234567890", "+ 12345678901234567891"],
    ],
    ["a string is a line for each of its own", '"a\\nb\\nc"', '"a\\nB\\nc"', ['  "a\\n', "- b\\n", "+ B\\n", '  c"']],
    ["another kind", "{}", "[]", ["- {}", "+ []"]],
    ["nothing", "null", "null", ["  null"]],
  ])("%s", (_what, left, right, lines) => {
    expect(shown(compare(left, right).blocks)).toEqual(lines);
  });

  it("numbers each line in its own document", () => {
    const { blocks, removed, added } = compare("[1,2,3]", "[1,3,4]");
    expect(blocks.map(({ type, left, right }) => [type, left, right])).toEqual([
      ["same", 1, 1],
      ["change", 3, 3],
      ["same", 4, 3],
      ["change", 5, 4],
      ["same", 5, 5],
    ]);
    expect([removed, added]).toEqual([1, 1]);
  });

  it("contains all lines of both documents, for any documents", () => {
    fc.assert(
      fc.property(jsonTextArbitrary, jsonTextArbitrary, (left, right) => {
        const { blocks } = compare(left, right);
        const side = (which: "removed" | "added") =>
          blocks.flatMap((block) => (block.type === "same" ? block.lines : block[which]));
        expect(side("removed")).toEqual(linesOf(json(left)));
        expect(side("added")).toEqual(linesOf(json(right)));
      }),
    );
  });

  it("breaks strings at their line ends only, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const [first = "", ...rest] = linesOf(json(JSON.stringify(text)));
        expect([first, ...rest].map((line) => (typeof line === "string" ? line : line.text)).join("")).toBe(
          canonicalJson(JSON.stringify(text)),
        );
        expect(rest.every(({ continues }) => continues)).toBe(true);
      }),
    );
    expect(linesOf(json('"a\\\\nb"')).map(({ text }) => text)).toEqual(['"a\\\\nb"']);
  });
});

describe("compareTexts", () => {
  it("compares plain lines unchanged", () => {
    const { blocks } = compareTexts("def f():\n  return 1,", "def f():\n  return 2,");
    expect(shown(blocks)).toEqual(["  def f():", "-   return 1,", "+   return 2,"]);
  });
});

describe("diffRows", () => {
  const numbers = (count: number, changed: number) =>
    JSON.stringify(Array.from({ length: count }, (_, n) => (n === changed ? "x" : n)));
  const { blocks } = compare(numbers(40, -1), numbers(40, 20));
  const words = (rows: ReturnType<typeof diffRows>) =>
    rows.map((row) =>
      row.type === "hidden" ? `${row.count} hidden` : `${row.left?.number ?? ""}|${row.right?.number ?? ""}`,
    );

  it("hides what is far from any change", () => {
    expect(words(diffRows(blocks, "split", new Set()))).toEqual([
      "18 hidden",
      "19|19",
      "20|20",
      "21|21",
      "22|22",
      "23|23",
      "24|24",
      "25|25",
      "17 hidden",
    ]);
  });

  it("shows a change in two rows, or side by side", () => {
    const changes = (layout: "split" | "unified") =>
      diffRows(blocks, layout, new Set()).filter(({ type }) => type === "change");
    expect([changes("split").length, changes("unified").length]).toEqual([1, 2]);
  });

  it("shows what was opened", () => {
    expect(words(diffRows(blocks, "split", new Set([0, 2])))).toHaveLength(42);
  });
});
