import { expect, it } from "vitest";

import { JsonNode } from "@/lib/json/node";

import { searchJson } from "./json-search";

function search(json: string, text: string): string[] {
  return [...searchJson(JsonNode.parse(json), text)].filter((key) => key !== undefined);
}

it.each([
  ["a name", '{"Role":{"x":1}}', "role", ["$.0"]],
  ["a value in any case", '["x",["ÄPFEL"]]', "äpfel", ["$.1.0"]],
  ["digits as sent", '{"n":12345678901234567890,"f":1.0}', "1.0", ["$.1"]],
  ["an escaped text", '{"a":{"b":"say \\"hi\\""}}', 'say "hi"', ["$.0.0"]],
  ["a text spelled by its code", '[["\\u0041BC"]]', "abc", ["$.0.0"]],
  ["literals", "[true,null,false]", "nul", ["$.1"]],
  ["what a pattern would take for a command", '["a.c","abc"]', "a.c", ["$.0"]],
  ["signs that a pattern must not escape", '["the-needle/s, 100%"]', "the-needle/s, 100%", ["$.0"]],
  ["nothing in structure", '[{"a":1}]', '{"a"', []],
  ["the root itself", '"needle"', "needle", ["$"]],
  ["equal keys", '{"k":1,"k":2}', "k", ["$.0", "$.1"]],
])("finds %s", (_what, json, text, keys) => {
  expect(search(json, text)).toEqual(keys);
});

it("finds a text at the end of a long one, by its piece", () => {
  const json = JSON.stringify({ text: `${"word ".repeat(2_000)}needle` });
  const [key, ...others] = search(json, "needle");
  expect(others).toEqual([]);
  expect(key).toMatch(/^\$\.0\.[1-9]\d*$/);
});

it("can pause in a large document", () => {
  const json = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index })));
  const steps = [...searchJson(JsonNode.parse(json), "19999")];
  expect(steps.filter((step) => step === undefined).length).toBeGreaterThan(10);
  expect(steps.filter((step) => step !== undefined)).toEqual(["$.19999.0"]);
});
