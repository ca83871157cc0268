import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonText, toJsonText } from "@/lib/json/text";
import { addCosts } from "./splice";

const COSTS = '"costs":{"gpt":{"prompt_tokens":3,"total_tokens":3,"priced":false}}';

test.each([
  [
    "is put last, the rest untouched",
    '{ "n": 1.0,\n "usage": {"gpt": {"prompt_tokens": 3}} }',
    `{ "n": 1.0,\n "usage": {"gpt": {"prompt_tokens": 3}},${COSTS}}`,
  ],
  [
    "replaces what the client sent",
    '{"costs": {"gpt": 9}, "usage":{"gpt":{"prompt_tokens":3}}, "n": 1.0}',
    `{"usage":{"gpt":{"prompt_tokens":3}},"n":1.0,${COSTS}}`,
  ],
  ["is left out without usage", '{ "n": 1.0 }', '{ "n": 1.0 }'],
  ["is left out of an empty summary", "{}", "{}"],
  [
    "takes a model of any name",
    '{"usage":{"__proto__":{"prompt_tokens":1},"10":{},"2":{}}}',
    '{"usage":{"__proto__":{"prompt_tokens":1},"10":{},"2":{}},"costs":{"__proto__":{"prompt_tokens":1,"total_tokens":1,"priced":false},"10":{"priced":false},"2":{"priced":false}}}',
  ],
])("%s", (_what, summary, expected) => {
  expect(addCosts(new JsonText(summary), () => undefined).text).toBe(expected);
});

test("adds only costs to any summary", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (rest) => {
      const summary = { ...rest, usage: { gpt: { prompt_tokens: 1 } } };
      const { costs, ...others } = JSON.parse(addCosts(toJsonText(summary), () => undefined).text);
      const { costs: _sent, ...expected } = JSON.parse(JSON.stringify(summary));
      expect(others).toEqual(expected);
      expect(costs.gpt.priced).toBe(false);
    }),
  );
});
