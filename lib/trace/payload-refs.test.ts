import { expect, test } from "vitest";

import { JsonText } from "@/lib/json/text";

import { readConversation } from "./conversation";
import { filledFromRow, nativeRefOf, rowRefsIn, withRefValues } from "./payload-refs";

const ROW = "weave:///acme/bot/object/sums:Dig1/attr/rows/id/Row1/key/q";
const json = (value: unknown) => new JsonText(JSON.stringify(value));

test.each<[string, unknown, string[]]>([
  ["a message", { messages: [{ role: "user", content: ROW }] }, [ROW]],
  ["an argument, and the same again", { question: ROW, again: ROW }, [ROW]],
  ["a row of a table", { row: "core:///acme/bot/table/T1/id/Row1" }, ["core:///acme/bot/table/T1/id/Row1"]],
  ["what no table has", { row: "core:///acme/bot/table/T1/attr/x" }, []],
  ["a whole object", { self: "weave:///acme/bot/object/model:Dig2" }, []],
  ["a call", { call: "core:///acme/bot/call/c1" }, []],
  ["another project", { question: ROW.replace("bot", "other") }, []],
  ["a ref within a text", { question: `See ${ROW}`, quoted: `"${ROW}"` }, []],
  ["a member's name", { [ROW]: 1 }, []],
  ["no ref", { question: "weave:///acme/bot/nothing/x/y/z" }, []],
])("the refs of %s", (_what, payload, refs) => {
  expect(rowRefsIn("acme/bot", json(payload))).toEqual(refs);
});

test.each([
  ["a row of the project", { row_ref: "core:///acme/bot/table/T1/id/Row1" }, "Row1"],
  ["a row of another project", { row_ref: "core:///acme/other/table/T1/id/Row1" }, undefined],
  ["a table", { row_ref: "core:///acme/bot/table/T1" }, undefined],
  ["no ref", { row_ref: 7 }, undefined],
  ["nothing", {}, undefined],
])("the row in attributes with %s", (_what, attributes, row) => {
  expect(filledFromRow("acme/bot", json(attributes))?.path[0]?.value).toBe(row);
});

test("refs are read up to a number, in bounded time", () => {
  const many = Array.from({ length: 300 }, (_, index) => `${ROW}${index}`);
  expect(rowRefsIn("acme/bot", json(many))).toHaveLength(100);
  expect(rowRefsIn("acme/bot", json(`weave:///${"a".repeat(3_000_000)}`))).toEqual([]);
  expect(rowRefsIn("acme/bot", json("core:///".repeat(300_000)))).toEqual([]);
});

test("values stand in the place of their refs, with their digits", () => {
  const payload = new JsonText(`{"question": "${ROW}", "n": 1.0, "other": "${ROW}2", "missing": "${ROW}3"}`);
  const values = new Map([
    [ROW, new JsonText('"1 + 1 = $& ?"')],
    [`${ROW}2`, new JsonText('{"x":1.00}')],
    [`${ROW}3`, new JsonText("null")],
  ]);
  const read = withRefValues(payload, values);
  expect(read.text).toBe(`{"question": "1 + 1 = $& ?", "n": 1.0, "other": {"x":1.00}, "missing": "${ROW}3"}`);
  const [message] = readConversation(read, new JsonText('"2"'))?.input ?? [];
  expect(message?.parts).toEqual([{ type: "text", text: "1 + 1 = $& ?" }]);
});

test("a ref is asked for in the service's own scheme", () => {
  expect(nativeRefOf(ROW)).toBe(ROW.replace("weave", "core"));
});
