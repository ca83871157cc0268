import { describe, expect, it } from "vitest";
import type { Paint } from "./paint";
import { TableText } from "./table-text";
import { fitText, padText, textWidth } from "./text-width";

const plain: Paint = (text) => text;
const columns = [
  { title: "ID" },
  { title: "Cost", align: "end" },
  { title: "Name", flexible: true },
  { title: "Output", flexible: true },
] as const;

describe("widths", () => {
  it.each([
    ["abc", 3],
    ["検索", 4],
    ["👩‍💻", 2],
    ["é", 1],
    ["", 0],
  ])("%s takes %d columns", (text, width) => expect(textWidth(text)).toBe(width));

  it.each([
    ["abcdef", 4, "abc…"],
    ["検索結果", 5, "検索…"],
    ["検索結果", 4, "検…"],
    ["👩‍💻👩‍💻👩‍💻", 4, "👩‍💻…"],
    ["abc", 3, "abc"],
    ["検索", 4, "検索"],
    ["abc", 0, ""],
  ])("%s in %d columns", (text, width, expected) => {
    expect(fitText(text, width)).toBe(expected);
    expect(textWidth(fitText(text, width))).toBeLessThanOrEqual(width);
  });

  it("pads by columns", () => expect([padText("検", 4), padText("検", 4, "end")]).toEqual(["検  ", "  検"]));
});

describe("a table", () => {
  it("aligns wide characters", () => {
    const lines = new TableText({ width: undefined, paint: plain }).lines(columns, [
      ["1", "$0.1", "検索", "a"],
      ["22", "$10.0", "plan", "b"],
    ]);
    expect(lines).toEqual(["ID   Cost  Name  Output", "1    $0.1  検索  a", "22  $10.0  plan  b"]);
  });

  it.each([30, 40, 60])("fits %d columns", (width) => {
    const table = new TableText({ width, paint: plain });
    const lines = table.lines(columns, [["1234567890", "$0.1", "検索".repeat(20), "word ".repeat(40)]]);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
    expect(lines[1]).toMatch(/^1234567890  \$0\.1  検索/);
  });

  it("goes on in the same columns, without the titles", () => {
    const table = new TableText({ width: undefined, paint: plain });
    expect(table.lines(columns, [["1", "2", "three", "four"]])).toHaveLength(2);
    expect(table.lines(columns, [["1", "2", "3", "4"]])).toEqual(["1      2  3      4"]);
  });

  it("has no colors in its widths, and no line of others", () => {
    const paint: Paint = (text, tone) => (tone ? `<${text}>` : text);
    const toned = [
      { title: "Status", tone: (text: string) => (text === "error" ? "red" : undefined) } as const,
      { title: "B" },
    ];
    expect(
      new TableText({ width: undefined, paint, hasHeader: false }).lines(toned, [
        ["error", "a\nb"],
        ["ok", "c"],
      ]),
    ).toEqual(["<error>  a b", "ok     c"]);
  });
});
