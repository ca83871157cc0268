import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { sumUsage, usageByModel, usageOfModels } from "./reported-usage";

test.each([
  [
    "counts of a convention whose fields are all 0, and of another",
    { prompt_tokens: 0, completion_tokens: 0, input_tokens: 40, output_tokens: 7, total_tokens: 0, totalTokens: 47 },
    { prompt_tokens: 40, completion_tokens: 7, total_tokens: 47 },
  ],
  [
    "a cache of 0 in one field, and its count in another",
    { prompt_tokens: 50, prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 30 },
    { prompt_tokens: 50, total_tokens: 50, cached_tokens: 30 },
  ],
  [
    "0 in every field",
    { prompt_tokens: 0, input_tokens: 0, completion_tokens: 0 },
    { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  ],
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
  [
    "counts as text and as doubles",
    { prompt_tokens: "11", completion_tokens: 5.0, prompt_tokens_details: { cached_tokens: " 4.0 " } },
    { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4 },
  ],
  [
    "OpenAI's format with more cached tokens than input",
    { prompt_tokens: 3, completion_tokens: 5, cache_read_input_tokens: 7917 },
    { prompt_tokens: 7920, completion_tokens: 5, total_tokens: 7925, cached_tokens: 7917 },
  ],
  [
    "xAI's, whose total has reasoning in addition",
    {
      prompt_tokens: 10120,
      completion_tokens: 1499,
      total_tokens: 14428,
      prompt_tokens_details: { cached_tokens: 128 },
      completion_tokens_details: { reasoning_tokens: 2809 },
    },
    {
      prompt_tokens: 10120,
      completion_tokens: 4308,
      total_tokens: 14428,
      cached_tokens: 128,
      reasoning_tokens: 2809,
    },
  ],
  [
    "Gemini's in OpenAI's format, where only the total has the reasoning",
    { prompt_tokens: 100, completion_tokens: 20, total_tokens: 520 },
    { prompt_tokens: 100, completion_tokens: 420, total_tokens: 520 },
  ],
  [
    "Gemini's as W&B Weave names them",
    { requests: 1, prompt_tokens: 20, completion_tokens: 198, total_tokens: 623, thoughts_tokens: 405 },
    { prompt_tokens: 20, completion_tokens: 603, total_tokens: 623, reasoning_tokens: 405 },
  ],
  [
    "Gemini's own, without a total",
    {
      promptTokenCount: 20,
      toolUsePromptTokenCount: 5,
      candidatesTokenCount: 30,
      thoughtsTokenCount: 10,
      cachedContentTokenCount: 8,
    },
    { prompt_tokens: 25, completion_tokens: 40, total_tokens: 65, cached_tokens: 8, reasoning_tokens: 10 },
  ],
  [
    "Bedrock's own, whose total has the cache",
    { inputTokens: 10, outputTokens: 5, totalTokens: 1115, cacheReadInputTokens: 1000, cacheWriteInputTokens: 100 },
    {
      prompt_tokens: 1110,
      completion_tokens: 5,
      total_tokens: 1115,
      cached_tokens: 1000,
      cache_write_tokens: 100,
    },
  ],
  [
    "LiteLLM's details",
    {
      prompt_tokens: 98805,
      completion_tokens: 5120,
      total_tokens: 103925,
      prompt_tokens_details: {
        cached_tokens: 66360,
        cache_creation_tokens: 32435,
        cache_creation_token_details: { ephemeral_5m_input_tokens: 435, ephemeral_1h_input_tokens: 32000 },
      },
    },
    {
      prompt_tokens: 98805,
      completion_tokens: 5120,
      total_tokens: 103925,
      cached_tokens: 66360,
      cache_write_tokens: 32435,
      cache_write_1h_tokens: 32000,
    },
  ],
  [
    "LangChain's usage_metadata",
    {
      input_tokens: 50,
      output_tokens: 5,
      input_token_details: { cache_read: 30, cache_creation: 0, ephemeral_1h_input_tokens: 10 },
      output_token_details: { reasoning: 2 },
    },
    {
      prompt_tokens: 50,
      completion_tokens: 5,
      total_tokens: 55,
      cached_tokens: 30,
      cache_write_tokens: 10,
      cache_write_1h_tokens: 10,
      reasoning_tokens: 2,
    },
  ],
  [
    "what Anthropic wrote to the cache, by its time to live alone",
    {
      input_tokens: 3,
      output_tokens: 5,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 400 },
      service_tier: "standard",
    },
    {
      prompt_tokens: 503,
      completion_tokens: 5,
      total_tokens: 508,
      cached_tokens: 0,
      cache_write_tokens: 500,
      cache_write_1h_tokens: 400,
    },
  ],
  [
    "DeepSeek's hits and misses",
    {
      prompt_tokens: 1000,
      completion_tokens: 20,
      total_tokens: 1020,
      prompt_cache_hit_tokens: 900,
      prompt_cache_miss_tokens: 100,
    },
    { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020, cached_tokens: 900 },
  ],
  [
    "the AI SDK's, with a service tier",
    { inputTokens: 20, outputTokens: 5, totalTokens: 25, cachedInputTokens: 8, service_tier: "Flex" },
    { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, cached_tokens: 8, service_tier: "flex" },
  ],
  ["input alone, as of embeddings", { prompt_tokens: 7 }, { prompt_tokens: 7, total_tokens: 7 }],
  ["counts that are none", { prompt_tokens: "eleven", completion_tokens: -1, total_tokens: 1.5 }, {}],
  ["counts beyond any call", { prompt_tokens: 1e300, completion_tokens: null }, {}],
])("%s", (_what, sent, expected) => {
  expect(usageByModel(toJsonText({ usage: { gpt: sent } }))).toEqual(new Map([["gpt", expected]]));
});

const ANTHROPIC = { output_tokens: 20, cache_read_input_tokens: 100_000, cache_creation_input_tokens: 0 };

test.each<[string, object, object | undefined, number]>([
  ["with the cache, as its response shows", { ...ANTHROPIC, input_tokens: 100_050 }, { input_tokens: 50 }, 100_050],
  ["as in its response", { ...ANTHROPIC, input_tokens: 50 }, { input_tokens: 50 }, 100_050],
  [
    "as in its response, and more than the cache",
    { ...ANTHROPIC, input_tokens: 150_000 },
    { input_tokens: 150_000 },
    250_000,
  ],
  ["without a response", { ...ANTHROPIC, input_tokens: 50 }, undefined, 100_050],
])("Anthropic's input %s", (_what, usage, response, input) => {
  const output = response && toJsonText({ usage: { ...ANTHROPIC, ...response } });
  expect(usageByModel(toJsonText({ usage: { claude: usage } }), output).get("claude")).toMatchObject({
    prompt_tokens: input,
    total_tokens: input + 20,
    cached_tokens: 100_000,
  });
});

test("the service tier of a response is that of its usage", () => {
  const summary = toJsonText({ usage: { gpt: { prompt_tokens: 1 } } });
  const tierIn = (output: object) => usageByModel(summary, toJsonText(output)).get("gpt")?.service_tier;
  expect(tierIn({ usage: {}, service_tier: "priority" })).toBe("priority");
  expect(tierIn({ usage: { service_tier: "batch" } })).toBe("batch");
  expect(tierIn({ usage: {}, service_tier: "default" })).toBeUndefined();
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

test.each([
  [[{ service_tier: "flex" }, { service_tier: "flex" }], "flex"],
  [[{ service_tier: "flex" }, {}], undefined],
  [[{ service_tier: "flex" }, { service_tier: "batch" }], undefined],
  [[{ service_tier: "flex" }, { service_tier: "default" }], undefined],
])("the tier of models with %j is %j", (usages, tier) => {
  const usage = Object.fromEntries(usages.map((one, place) => [`m-${place}`, { prompt_tokens: 1, ...one }]));
  const byModel = usageByModel(toJsonText({ usage }), toJsonText({ service_tier: "priority" }));
  expect([...byModel.values()].map((one) => one.service_tier)).toEqual(
    usages.map(({ service_tier: own }) => (own === "default" ? undefined : own)),
  );
  expect(usageOfModels(byModel).service_tier).toBe(tier);
});
