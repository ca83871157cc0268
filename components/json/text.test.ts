import { describe, expect, it } from "vitest";

import { JsonNode } from "@/lib/json/node";

import { cutText } from "./cut-text";
import { prettyJson, prettyText } from "@/lib/json/pretty";
import { refHref } from "./ref-href";
import { visibleText } from "./visible-text";

describe("cutText", () => {
  it.each([
    ["at a line", "aaaa\nbbbb cccc", 8, ["aaaa\n", "bbbb ", "cccc"]],
    ["at a word", "aaaa bbbb", 6, ["aaaa ", "bbbb"]],
    ["anywhere", "aaaaaaa", 3, ["aaa", "aaa", "a"]],
    ["never in a surrogate pair", "ab😀c", 3, ["ab😀", "c"]],
    ["not at all", "abc", 3, ["abc"]],
    ["nothing", "", 3, []],
  ])("cuts %s", (_where, text, chars, pieces) => {
    expect(cutText(text, chars)).toEqual(pieces);
  });
});

describe("prettyJson", () => {
  it("adds space only", () => {
    const source = '{"a":[1.0,12345678901234567890,"\\u0041"],"b":{},"c":[]}';
    const pretty = prettyJson(JsonNode.parse(source));
    expect(pretty).toBe(
      '{\n  "a": [\n    1.0,\n    12345678901234567890,\n    "\\u0041"\n  ],\n  "b": {},\n  "c": []\n}',
    );
    expect(pretty.replace(/\s/g, "")).toBe(source);
  });

  it.each(["{broken", "", "Paris"])("leaves %j unchanged", (text) => {
    expect(prettyText(text)).toBeUndefined();
  });
});

it.each([
  ["a\0b", "a\\u0000b"],
  ["x\ud800y", "x\\ud800y"],
  ["line\r\nline\ttab", "line\nline\ttab"],
  ["😀 ü", "😀 ü"],
])("visibleText of %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it.each([
  ["core:///acme/bot/call/a%2Fb", "/acme/bot/calls/a%2Fb"],
  ["weave:///acme/bot/call/1", "/acme/bot/calls/1"],
  ["weave:///acme/bot/object/p:x1", "/acme/bot/objects/p/x1"],
  ["core:///acme/bot/op/run:x1", "/acme/bot/ops/run/x1"],
  ["core:///acme/bot/table/x1", "/acme/bot/tables/x1"],
  ["core:///acme", undefined],
  ["see core:///acme/bot/call/1", undefined],
  ["https://example.com", undefined],
])("%s leads to %s", (text, href) => {
  expect(refHref(text)).toBe(href);
});
