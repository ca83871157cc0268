import { expect, test } from "vitest";
import type { TokenUsage } from "@/lib/contract/calls";
import { usageWords } from "./usage-words";

test.each<[TokenUsage, string]>([
  [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, "0 input, 0 output, 0 total"],
  [
    { prompt_tokens: 1200, cached_tokens: 64, completion_tokens: 18, reasoning_tokens: 4, total_tokens: 1218 },
    "1,200 input, 64 cached, 18 output, 4 reasoning, 1,218 total",
  ],
  [{ prompt_tokens: 5, cached_tokens: 0, reasoning_tokens: 0 }, "5 input"],
  [{}, ""],
])("%j", (usage, words) => {
  expect(usageWords(usage)).toBe(words);
});
