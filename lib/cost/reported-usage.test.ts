import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { sumUsage, usageByModel } from "./reported-usage";

test.each([
  [
    "OpenAI's chat",
    {
      requests: 1,
      prompt_tokens: 11,
      completion_tokens: 5,
      total_tokens: 16,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
    { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 },
  ],
  [
    "OpenAI's responses",
    {
      input_tokens: 11,
      output_tokens: 5,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens_details: { reasoning_tokens: 2 },
    },
    { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 },
  ],
  [
    "OpenAI's responses as W&B Weave repeats them, whose total proves that cached tokens are included",
    {
      requests: 1,
      input_tokens: 122,
      input_tokens_details: { cached_tokens: 8 },
      output_tokens: 8,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 130,
      cache_read_input_tokens: 8,
    },
    { prompt_tokens: 122, completion_tokens: 8, total_tokens: 130, cached_tokens: 8, reasoning_tokens: 2 },
  ],
  [
    "Anthropic's with a total that has the cached tokens too",
    { input_tokens: 11, output_tokens: 5, cache_read_input_tokens: 100, total_tokens: 116 },
    { prompt_tokens: 111, completion_tokens: 5, total_tokens: 116, cached_tokens: 100 },
  ],
  [
    "Anthropic's, cached beside input",
    { input_tokens: 11, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
    {
      prompt_tokens: 131,
      completion_tokens: 5,
      total_tokens: 136,
      cached_tokens: 100,
      cache_write_tokens: 20,
    },
  ],
  [
    "OpenAI's, written to the cache",
    { prompt_tokens: 11, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 6 } },
    { prompt_tokens: 11, total_tokens: 11, cached_tokens: 4, cache_write_tokens: 6 },
  ],
  ["a part only", { completion_tokens: 5 }, { completion_tokens: 5, total_tokens: 5 }],
  ["nothing known", { requests: 1 }, {}],
  ["counts that are none", { prompt_tokens: "11", completion_tokens: -1, total_tokens: 1.5 }, {}],
  ["counts beyond any call", { prompt_tokens: 1e300, completion_tokens: null }, {}],
])("%s", (_what, sent, expected) => {
  expect(usageByModel(toJsonText({ usage: { gpt: sent } }))).toEqual(new Map([["gpt", expected]]));
});

test.each([
  ["no usage", {}],
  ["usage that is no object", { usage: 7 }],
  ["usage flat, without models", { usage: { prompt_tokens: 11, completion_tokens: 5 } }],
  ["a list", { usage: [{ prompt_tokens: 1 }] }],
])("%s is none", (_what, summary) => expect(usageByModel(toJsonText(summary)).size).toBe(0));

test("counts are added up; one that all usages lack stays unknown", () => {
  expect(sumUsage([{ prompt_tokens: 1, total_tokens: 3 }, { prompt_tokens: 2 }, {}])).toEqual({
    prompt_tokens: 3,
    total_tokens: 3,
  });
  expect(sumUsage([])).toEqual({});
});
