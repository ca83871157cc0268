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
    "parts of an unknown total that may be within",
    { input: 10, output: 1, input_cached_tokens: 4 },
    { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11, cached_tokens: 4 },
  ],
  [
    "a provider's own counts",
    { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, prompt_tokens_details: { cached_tokens: 1 } },
    { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, cached_tokens: 1 },
  ],
  ["counts by names of one's own", { images: 2 }, undefined],
  ["what is no count", { input: -1, output: 1.5, total: "7" }, undefined],
  ["a list", [1], undefined],
])("%s", (_, details, wanted) => {
  expect(readUsageDetails(JsonNode.parse(JSON.stringify(details)))).toEqual(wanted);
});
