import { expect, test } from "vitest";
import type { TokenUsage } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/json/node";
import { readUsageDetails } from "./langfuse-usage";

test.each<[string, unknown, TokenUsage | undefined]>([
  ["input and output", { input: 3, output: 4 }, { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }],
  ["input alone", { input: 3 }, { prompt_tokens: 3, total_tokens: 3 }],
  ["a total alone", { total: 9 }, { total_tokens: 9 }],
  [
    "parts within, as the total says",
    { input: 11, output: 5, total: 16, input_cached_tokens: 4, output_reasoning_tokens: 2 },
    { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 },
  ],
  [
    "parts beside, as the total says",
    { input: 7, output: 3, total: 16, input_cached_tokens: 4, output_reasoning_tokens: 2 },
    { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 },
  ],
  [
    "one part beside, the other within",
    { input: 7, output: 5, total: 16, input_cached_tokens: 4, output_reasoning_tokens: 2 },
    { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 },
  ],
  [
    "parts of an unknown total that are more than the input",
    { input: 2, output: 1, cache_read_input_tokens: 30, cache_creation_input_tokens: 10 },
    { prompt_tokens: 42, completion_tokens: 1, total_tokens: 43, cached_tokens: 30, cache_write_tokens: 10 },
  ],
  [
    "parts of an unknown total that are less than the input",
    { input: 10, output: 9, input_cached_tokens: 4, output_reasoning: 3 },
    { prompt_tokens: 14, completion_tokens: 12, total_tokens: 26, cached_tokens: 4, reasoning_tokens: 3 },
  ],
  [
    "audio and images",
    { input: 400, input_audio_tokens: 600, input_image: 50, output: 20, output_audio: 300, total: 1370 },
    { prompt_tokens: 1050, completion_tokens: 320, total_tokens: 1370 },
  ],
  [
    "audio of an unknown total",
    { input: 400, input_audio_tokens: 600, output: 20 },
    { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 },
  ],
  [
    "cache writes by their time to live",
    { input: 10, output: 100, input_cache_read: 5000, input_cache_creation_5m: 200, input_cache_creation_1h: 3000 },
    {
      prompt_tokens: 8210,
      completion_tokens: 100,
      total_tokens: 8310,
      cached_tokens: 5000,
      cache_write_tokens: 3200,
      cache_write_1h_tokens: 3000,
    },
  ],
  [
    "cache writes by their time to live with their sum",
    { input: 10, cache_creation_input_tokens: 300, ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
    { prompt_tokens: 310, total_tokens: 310, cache_write_tokens: 300, cache_write_1h_tokens: 200 },
  ],
  [
    "LangChain's handler with Anthropic",
    {
      input: 3,
      output: 12,
      total: 13256,
      input_cache_read: 13216,
      input_cache_creation: 0,
      input_ephemeral_5m_input_tokens: 25,
    },
    {
      prompt_tokens: 13244,
      completion_tokens: 12,
      total_tokens: 13256,
      cached_tokens: 13216,
      cache_write_tokens: 25,
    },
  ],
  [
    "counts as text",
    { input: "2000", output: "50.0" },
    { prompt_tokens: 2000, completion_tokens: 50, total_tokens: 2050 },
  ],
  [
    "buckets that are neither input nor output",
    { input: 3, output: 4, searches: 2, total: 9 },
    { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  ],
  [
    "Bedrock's own counts",
    { inputTokens: 3, outputTokens: 4, cacheReadInputTokens: 10 },
    { prompt_tokens: 13, completion_tokens: 4, total_tokens: 17, cached_tokens: 10 },
  ],
  [
    "a provider's own counts",
    { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, prompt_tokens_details: { cached_tokens: 1 } },
    { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, cached_tokens: 1 },
  ],
  ["counts by names of one's own", { images: 2 }, undefined],
  ["what is no count", { input: -1, output: 1.5, total: "seven" }, undefined],
  ["a list", [1], undefined],
])("%s", (_, details, wanted) => {
  expect(readUsageDetails(JsonNode.parse(JSON.stringify(details)))).toEqual(wanted);
});
