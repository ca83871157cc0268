import { describe, expect, it, test } from "vitest";

import { fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

import { cellOf, cellText, columnsIn, gathered } from "./columns";

const json = (text: string) => new JsonText(text);

describe("columnsIn", () => {
  it.each([
    [["{}"], [""]],
    [['"a"', "[1]"], [""]],
    [
      ['{"b":1,"a":{"x":[],"y":{}}}', '{"c":null}'],
      ["b", "a.x", "a.y", "c"],
    ],
    [['{"a.b":{"c":1}}'], ["a\\.b.c"]],
    [['{"":1,"a":2}'], ["a"]],
    [['{"a":{"a":{"a":{"a":{"a":1}}}}}'], ["a.a.a.a"]],
  ])("of %j are %j", (rows, columns) => {
    expect(columnsIn(rows.map(json), 10)).toEqual({ columns, more: 0 });
  });

  it("returns the number of further columns", () => {
    expect(columnsIn([json('{"a":1,"b":2,"c":3}')], 2)).toEqual({ columns: ["a", "b"], more: 1 });
  });
});

test("columns of the same object are next to each other", () => {
  expect(gathered(["a", "b", "", "c.x", "a.y", "a\\.b", "c"])).toEqual(["a", "a.y", "b", "", "c.x", "c", "a\\.b"]);
});

describe("cellOf", () => {
  it.each([
    ["a", "1.0"],
    ["b.c\\.d", '"x"'],
    ["b", '{"c.d":"x"}'],
    ["nope.c", undefined],
  ])("finds %s", (path, raw) => {
    const row = JsonNode.parse(json('{"a":1.0,"b":{"c.d":"x"}}'));
    expect(cellOf(row, fieldPath(path) ?? [])?.raw).toBe(raw);
  });

  it("is the row itself without a path", () => {
    expect(cellOf(JsonNode.parse(json("7")), [])?.raw).toBe("7");
  });
});

describe("cellText", () => {
  it.each([
    ['"a\\n  b"', "a b"],
    ["12345678901234567890", "12345678901234567890"],
    ['{"a": 1.0}', '{"a": 1.0}'],
    ['"abcdefghijklmnopqrstuvwxyz"', "abcdefghijklmnopqrst…"],
  ])("of %s is %s", (value, text) => {
    expect(cellText(JsonNode.parse(json(value)), 20)).toBe(text);
  });
});
