import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonText, writeJson } from "@/lib/json/text";
import { changedDefinition, type FieldProblems, fieldsOf, NEW_SCORER, readForm, type ScorerFields } from "./form";
import { definitionArbitrary } from "./test-definitions";

test("a form that nothing was changed in has the same definition", () => {
  fc.assert(
    fc.property(definitionArbitrary, (definition) => {
      const read = readForm(fieldsOf({ name: "a", definition }), definition);
      // Settings that are null, false or empty are left out.
      const without = (value: unknown) => writeJson(value).replaceAll(/,"(?:\w+)":(?:null|false)|,"text":""/g, "");
      expect("definition" in read && without(read.definition)).toBe(without(definition));
      expect("definition" in read && changedDefinition(read.definition, definition)).toBe(definition);
    }),
  );
});

test.each<[string, Partial<ScorerFields>, FieldProblems]>([
  ["no pattern", { type: "regex" }, { pattern: "Must not be empty" }],
  ["no schema", { type: "json_schema", schema: " " }, { schema: "Enter a JSON Schema" }],
  ["half a schema", { type: "json_schema", schema: "{" }, { schema: "Must be valid JSON" }],
  ["a list as schema", { type: "json_schema", schema: "[]" }, { schema: "Expected a JSON object, found an array" }],
  ["words as tolerance", { type: "number", tolerance: "few" }, { tolerance: "Must be a number" }],
  ["a tolerance below 0", { type: "number", tolerance: "-1" }, { tolerance: "Must not be negative" }],
  ["no time at all", { type: "latency", most_ms: "0" }, { most_ms: "Must be above 0" }],
  ["an infinite cost", { type: "cost", most_usd: "1e999" }, { most_usd: "Must be a number" }],
  ["no model", { type: "judge" }, { model: "Choose a model" }],
  ["no messages", { type: "judge", model: "m", messages: "[]" }, { messages: "Must have at least one item" }],
  [
    "a range from high to low",
    { type: "judge", model: "m", score: "number", lowest: "5", highest: "1" },
    { highest: "Must be above lowest" },
  ],
  [
    "no range",
    { type: "judge", model: "m", score: "number", lowest: "", highest: "" },
    { lowest: "Is required", highest: "Is required" },
  ],
])("%s is said at its field", (_what, changed, problems) => {
  expect(readForm({ ...NEW_SCORER, ...changed })).toEqual({ problems });
});

test("a schema that is only shown with other spaces keeps its text", () => {
  const definition = { type: "json_schema" as const, schema: new JsonText('{"maximum":1.0}') };
  const fields = fieldsOf({ name: "a", definition });
  expect(fields.schema).toBe('{\n  "maximum": 1.0\n}');
  expect(readForm(fields, definition)).toEqual({ definition });
  expect(readForm({ ...fields, schema: '{"maximum":1}' }, definition)).toEqual({
    definition: { type: "json_schema", schema: new JsonText('{"maximum":1}') },
  });
});
