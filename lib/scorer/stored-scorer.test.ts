import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonText, writeJson } from "@/lib/json/text";
import { readScorer, type StoredScorer, writeScorer } from "./stored-scorer";
import { definitionArbitrary } from "./test-definitions";

const stored = (scorer: string, rest = "") =>
  new JsonText(`{"_type":"Scorer","_class_name":"Scorer","name":"short"${rest},"scorer":${scorer}}`);

test("every scorer is read as it was written", () => {
  const scorers = fc.record(
    { name: fc.string(), definition: definitionArbitrary },
    { requiredKeys: ["name", "definition"] },
  );
  fc.assert(
    fc.property(scorers, fc.option(fc.string(), { nil: undefined }), (scorer, description) => {
      const whole: StoredScorer = { ...scorer, ...(description === undefined ? {} : { description }) };
      expect(readScorer(writeScorer(whole))).toEqual(whole);
      const val = writeScorer(whole);
      expect(writeScorer(whole, val)).toBe(val);
    }),
  );
});

test("a scorer is stored as an object of W&B's class, with the schema as it was typed", () => {
  const definition = { type: "json_schema" as const, schema: new JsonText('{ "maximum": 1.0 }') };
  expect(writeScorer({ name: "valid", definition }).text).toBe(
    '{"_type":"Scorer","_class_name":"Scorer","_bases":["Object","BaseModel"],"name":"valid","description":null,' +
      '"scorer":{"type":"json_schema","schema":{ "maximum": 1.0 }}}',
  );
});

test("a new version keeps everything that was not changed as it was", () => {
  const base = stored('{"type":"number", "tolerance":1.0}', ',"owner":{"id":1.0}');
  const scorer = readScorer(base);
  if (!scorer) throw new Error("The stored scorer was not read");
  expect(writeScorer({ ...scorer, description: "Close enough" }, base).text).toBe(
    '{"_type":"Scorer","_class_name":"Scorer","name":"short","owner":{"id":1.0},' +
      '"scorer":{"type":"number", "tolerance":1.0},"description":"Close enough"}',
  );
  expect(writeScorer({ ...scorer, definition: { type: "number", tolerance: 2 } }, base).text).toContain(
    '"owner":{"id":1.0},"scorer":{"type":"number","tolerance":2}',
  );
});

test.each([
  ["a text", new JsonText('"Scorer"')],
  ["another class", new JsonText('{"_class_name":"Prompt","name":"a","scorer":{"type":"exact"}}')],
  ["no name", new JsonText('{"_class_name":"Scorer","scorer":{"type":"exact"}}')],
  ["an SDK's scorer", new JsonText('{"_class_name":"Scorer","name":"a","score":"weave:///a/b/op/Scorer.score:x"}')],
  ["a definition as text", stored('"exact"')],
  ["an unknown type", stored('{"type":"bleu"}')],
  ["an unknown field", stored('{"type":"exact","schema":{}}')],
  ["a field twice", stored('{"type":"exact","type":"exact"}')],
  ["a negative tolerance", stored('{"type":"number","tolerance":-1}')],
  ["a tolerance beyond numbers", stored('{"type":"number","tolerance":1e999}')],
  ["a schema that is a list", stored('{"type":"json_schema","schema":[]}')],
  ["a schema that is too deep", stored(`{"type":"json_schema","schema":${'{"not":'.repeat(300)}{}${"}".repeat(300)}}`)],
  [
    "a range from high to low",
    stored(
      '{"type":"judge","model":"m","messages":[{"role":"user","content":""}],"score":{"type":"number","lowest":2,"highest":1}}',
    ),
  ],
])("%s is no scorer", (_what, val) => {
  expect(readScorer(val)).toBeUndefined();
});

test("absent and null settings stay what they are", () => {
  const val = stored('{"type":"latency","most_ms":null}');
  expect(writeJson(readScorer(val)?.definition)).toBe('{"type":"latency","most_ms":null}');
});
