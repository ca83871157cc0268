import { expect, test } from "vitest";
import { nameMatch, priceNames } from "./price-names";

test.each([
  ["gpt-4o", ["gpt-4o"]],
  ["gpt-4.1-mini", ["gpt-4.1-mini"]],
  ["gpt-4o-2024-08-06", ["gpt-4o-2024-08-06", "gpt-4o"]],
  ["claude-haiku-4-5-20251001", ["claude-haiku-4-5-20251001", "claude-haiku-4-5"]],
  ["claude-sonnet-4@20250514", ["claude-sonnet-4@20250514", "claude-sonnet-4"]],
  ["openai/gpt-4o-2024-08-06", ["openai/gpt-4o-2024-08-06", "gpt-4o-2024-08-06", "openai/gpt-4o", "gpt-4o"]],
  ["openrouter/deepseek/deepseek-r1", ["openrouter/deepseek/deepseek-r1", "deepseek/deepseek-r1", "deepseek-r1"]],
  ["openai:gpt-4o", ["openai:gpt-4o", "gpt-4o"]],
  [
    "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    [
      "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "claude-sonnet-4-5-20250929-v1:0",
      "us.anthropic.claude-sonnet-4-5",
      "claude-sonnet-4-5",
    ],
  ],
  ["models/gemini-2.5-pro", ["models/gemini-2.5-pro", "gemini-2.5-pro"]],
  ["no-date-0613", ["no-date-0613"]],
  ["deepseek-r1:free", ["deepseek-r1:free", "free"]],
  ["/", ["/"]],
])("%s", (model, names) => expect(priceNames(model)).toEqual(names));

test("a hostile name has few", () => {
  expect(priceNames("a/".repeat(500)).length).toBeLessThan(12);
});

test.each([
  ["gpt-4o", "gpt-4o", "exact"],
  ["openai/gpt-4o", "gpt-4o", "prefix"],
  ["gpt-4o-2024-08-06", "gpt-4o", "date"],
  ["openai/gpt-4o-2024-08-06", "gpt-4o", "prefix_and_date"],
  ["openai/gpt-4o-2024-08-06", "gpt-4o-2024-08-06", "prefix"],
  ["gpt-4o", "gpt-4", undefined],
])("%s is found as %s: %s", (model, row, match) => expect(nameMatch(model, row)).toBe(match));
