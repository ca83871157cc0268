import { describe, expect, it } from "vitest";

import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

import { type Draft, draftOf, writeDraft } from "./form-draft";
import { fieldOf } from "./form-field";

const field = (schema: string) => fieldOf(new JsonText(schema));

describe("fieldOf", () => {
  it.each<[string, object]>([
    ['{"type":"number","minimum":0,"maximum":1}', { kind: "number", isInteger: false, min: 0, max: 1 }],
    ['{"type":["integer","null"]}', { kind: "number", isInteger: true }],
    [
      '{"type":"string","enum":["good",1.0]}',
      {
        kind: "choice",
        options: [
          { raw: '"good"', label: "good" },
          { raw: "1.0", label: "1.0" },
        ],
      },
    ],
    ['{"oneOf":[{"const":1,"title":"Bad"}]}', { kind: "choice", options: [{ raw: "1", label: "Bad" }] }],
    ['{"type":"boolean","title":"Safe"}', { kind: "boolean", title: "Safe" }],
    ['{"type":"string","maxLength":5}', { kind: "text", maxLength: 5 }],
    ['{"anyOf":[{"type":"boolean"},{"type":"null"}]}', { kind: "boolean" }],
    ['{"type":"array","items":{"enum":["a"]},"minItems":1}', { kind: "choices", min: 1 }],
    ['{"type":"array","items":{"type":"string"}}', { kind: "list", item: { kind: "text" } }],
    [
      '{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]}',
      { kind: "group", members: [{ name: "a", isRequired: true, field: { kind: "number" } }] },
    ],
    ['{"type":"object"}', { kind: "json" }],
    ['{"anyOf":[{"type":"number"},{"type":"string"}]}', { kind: "json" }],
    ["true", { kind: "json" }],
  ])("%s", (schema, expected) => {
    expect(field(schema)).toMatchObject(expected);
  });

  it("uses a JSON field for values that are nested too deeply", () => {
    const nested = `${'{"type":"array","items":'.repeat(20)}{"type":"string"}${"}".repeat(20)}`;
    expect(JSON.stringify(field(nested))).toContain('"kind":"json"');
  });
});

const review = field(
  '{"type":"object","properties":{"score":{"type":"integer","minimum":1,"maximum":5},"tags":{"type":"array","items":{"type":"string","minLength":2}}},"required":["score"]}',
);

describe("writeDraft", () => {
  it.each<[string, Draft, string | undefined]>([
    ['{"type":"number"}', " 12345678901234567890.10 ", "12345678901234567890.10"],
    ['{"type":"number"}', "  ", undefined],
    ['{"type":"boolean"}', "false", "false"],
    ['{"enum":["a\\u0000"]}', '"a\\u0000"', '"a\\u0000"'],
    ['{"type":"string"}', 'say "hi"', '"say \\"hi\\""'],
    ['{"type":"array","items":{"enum":["a","b"]}}', ['"b"', '"a"'], '["b","a"]'],
    ['{"type":"array","items":{"type":"string"}}', ["x", "", undefined], '["x"]'],
    ["{}", '{ "a" : 1.0 }', '{ "a" : 1.0 }'],
    ["{}", undefined, undefined],
  ])("%s %j", (schema, draft, expected) => {
    expect(writeDraft(field(schema), draft)).toEqual({
      ...(expected === undefined ? {} : { json: new JsonText(expected) }),
      problems: [],
    });
  });

  it("writes a group without what was left out", () => {
    expect(writeDraft(review, { score: "4" })).toEqual({ json: new JsonText('{"score":4}'), problems: [] });
    expect(writeDraft(review, {})).toEqual({ problems: [] });
  });

  it.each<[Draft, string, string]>([
    [{ score: "9" }, "score", "must be at most 5"],
    [{ score: "1.5" }, "score", "must be a whole number"],
    [{ score: "01" }, "score", "must be a number"],
    [{ tags: ["ok"] }, "score", "is required"],
    [{ score: "1", tags: ["ok", "x"] }, "tags[1]", "must have at least 2 characters"],
  ])("names what is wrong with %j", (draft, path, message) => {
    expect(writeDraft(review, draft).problems).toEqual([{ path, message }]);
  });

  it("counts what was chosen", () => {
    const two = field('{"type":"array","items":{"enum":[1,2,3]},"maxItems":1}');
    expect(writeDraft(two, ["1", "2"]).problems).toEqual([{ path: "", message: "must have at most 1 item" }]);
  });
});

describe("draftOf", () => {
  it.each(['{"score":4,"tags":["ok","fine"]}', '{"score":1}'])("fills in %s unchanged", (value) => {
    expect(writeDraft(review, draftOf(review, JsonNode.parse(value))).json?.text).toBe(value);
  });
});
