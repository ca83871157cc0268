import { describe, expect, it } from "vitest";

import { JsonNode } from "@/lib/json/node";

import {
  childCount,
  grown,
  jsonRows,
  openedWithin,
  pathText,
  revealed,
  ROOT_KEY,
  startingOpenings,
  toggled,
  type JsonRow,
  type Openings,
} from "./json-rows";

const closed: Openings = new Map();

function shown(row: JsonRow): string {
  const text = row.type === "value" ? `${row.name ?? ""}=${row.node.raw}` : row.type === "text" ? row.text : row.type;
  return `${" ".repeat(row.level - 1)}${row.isParent ? (row.isExpanded ? "-" : "+") : ""}${text}`;
}

describe("jsonRows", () => {
  it("shows what is open, in source order, equal keys too, with every value as it was sent", () => {
    const root = JsonNode.parse('{"b":1.0,"a":[12345678901234567890,{}],"b":null}');
    const openings = revealed(closed, "$.1.0");
    expect(jsonRows(root, openings).map(shown)).toEqual([
      `-=${root.raw}`,
      " b=1.0",
      " -a=[12345678901234567890,{}]",
      "  =12345678901234567890",
      "  ={}",
      " b=null",
    ]);
    expect(jsonRows(root, closed).map(shown)).toEqual([`+=${root.raw}`]);
  });

  it("shows large containers in windows that grow both ways", () => {
    const root = JsonNode.parse(JSON.stringify(Array.from({ length: 2_345 }, (_, index) => index)));
    const ends = (openings: Openings) => {
      const rows = jsonRows(root, openings);
      return [rows.length, rows[1] && shown(rows[1]), shown(rows.at(-1) ?? failed())];
    };
    const first = toggled(closed, ROOT_KEY);
    expect(ends(first)).toEqual([102, " =0", " later"]);
    const far = revealed(closed, "$.2340");
    expect(ends(far)).toEqual([47, " earlier", " =2344"]);
    expect(ends(grown(first, ROOT_KEY, "later"))).toEqual([1_002, " =0", " later"]);
    expect(ends(grown(far, ROOT_KEY, "earlier"))).toEqual([947, " earlier", " =2344"]);
    expect(ends(revealed(first, "$.50"))).toEqual(ends(first));
  });

  it("opens a long text piece by piece", () => {
    const text = "word ".repeat(1_000);
    const root = JsonNode.parse(JSON.stringify({ text, short: "a" }));
    const rows = jsonRows(root, toggled(toggled(closed, ROOT_KEY), "$.0"));
    const pieces = rows.filter((row) => row.type === "text").map((row) => row.text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(text);
  });

  it("counts, as far as it reads", () => {
    const many = JSON.stringify(Array.from({ length: 101 }, () => 0));
    expect(["{}", "[1]", many].map((json) => childCount(JsonNode.parse(json)))).toEqual(["0", "1", "100+"]);
  });
});

describe("openings", () => {
  const root = JsonNode.parse('{"a":{"b":{"c":1}},"d":[1,2,3]}');

  it("begin with the outer levels", () => {
    expect([...startingOpenings(root).keys()]).toEqual(["$", "$.0", "$.1", "$.0.0"]);
  });

  it("stay within a number of lines", () => {
    expect([...openedWithin(root, 4).keys()]).toEqual(["$", "$.0"]);
  });

  it("are toggled", () => {
    expect([...toggled(toggled(closed, "$"), "$").keys()]).toEqual([]);
  });
});

it.each([
  ["$", "inputs"],
  ["$.0.1", "inputs.messages[1]"],
  ["$.1", 'inputs["a b"]'],
  ["$.2.0", "inputs.größe.$x"],
])("the path of %s is %s", (key, path) => {
  const root = JsonNode.parse('{"messages":[0,1],"a b":1,"größe":{"$x":1}}');
  expect(pathText(root, "inputs", key)).toBe(path);
});

function failed(): never {
  throw new Error("there are no rows");
}
