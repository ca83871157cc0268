import { expect, test } from "vitest";
import { schemaWarnings } from "./schema-check";

const tool = (name: string, parameters: string, rest = "") =>
  `{"type":"function","function":{"name":${JSON.stringify(name)},"parameters":${parameters}${rest}}}`;
const format = (schema: string, strict = false) =>
  `{"type":"json_schema","json_schema":{"name":"n","strict":${strict},"schema":${schema}}}`;
const good =
  '{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}';

test.each<[string, string, string[]]>([
  ["tools", `[${tool("a", good, ',"strict":true')}]`, []],
  ["tools", `[${tool("a b", good)}]`, ["[0].function.name: should be 1 to 64 letters, digits, _ or -"]],
  ["tools", `[${tool("a", good)},${tool("a", good)}]`, ['[1].function.name: "a" is used twice']],
  ["tools", `[${tool("a", '{"type":"string"}')}]`, ['[0].function.parameters: should have "type": "object"']],
  ["tools", '[{"type":"function"}]', ['[0]: has no "function"']],
  ["response_format", format(good, true), []],
  ["response_format", '{"type":"json_schema"}', ['json_schema: needs a "name"', 'json_schema: needs a "schema"']],
  ["response_format", '{"type":"text"}', []],
  [
    "response_format",
    format('{"type":"object","properties":{"a":{}}}', true),
    [
      'json_schema.schema: with "strict", all properties are required: a',
      'json_schema.schema: with "strict", "additionalProperties" must be false',
    ],
  ],
  ["guided_json", '{"type":"strnig"}', ['.type: "strnig" is not a JSON Schema type']],
  ["guided_json", '{"properties":{"a":{}},"required":["b"]}', ['.required: "b" is not one of the properties']],
  ["guided_json", '{"items":{"anyOf":[{"enum":[]}]}}', [".items.anyOf[0].enum: should list at least one value"]],
  ["guided_json", '{"properties":{"a":1}}', [".properties.a: a schema must be an object, true or false"]],
  ["guided_json", '{"type":', []],
  ["stop", '["x"]', []],
])("of %s %s is said %j", (name, text, warnings) => {
  expect(schemaWarnings(name, text)).toEqual(warnings);
});

test("what has no end is not followed to it", () => {
  const deep = `${'{"items":'.repeat(200)}{"type":"x"}${"}".repeat(200)}`;
  expect(schemaWarnings("guided_json", deep)).toEqual([]);
});
