import { expect, test } from "vitest";

import { nearestName } from "./nearest-name";

const known = ["gpt-4o", "gpt-4o-mini", "gpt-4.1", "claude-sonnet-4-5", "mistral-large-latest", "llama-3.3-70b"];

test.each([
  ["gpt-4o-2024-11-20-ft", "gpt-4o"],
  ["azure/GPT-4o-mini-eu", "gpt-4o-mini"],
  ["us.anthropic.claude-sonnet-4-6", "claude-sonnet-4-5"],
  ["meta-llama/llama-3.3-8b", "llama-3.3-70b"],
  ["mistral-large", "mistral-large-latest"],
  ["o7", undefined],
  ["", undefined],
])("%s is probably a variant of %s", (model, nearest) => {
  expect(nearestName(model, known)).toBe(nearest);
});
