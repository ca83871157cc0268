import fc from "fast-check";
import { expect, test } from "vitest";
import { callCosts } from "@/lib/contract/call-costs";
import { deriveCosts } from "./derive";
import { price } from "./test-prices";

const unit = {
  priced: true,
  prompt_token_cost: 0.25,
  completion_token_cost: 0.5,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  price_id: "price-1",
  price_llm_id: "gpt",
  provider_id: "openai",
  pricing_level: "project",
  effective_date: "2026-01-01T00:00:00.000000Z",
};

test.each([
  [
    "no price",
    { prompt_tokens: 3, completion_tokens: 2 },
    undefined,
    { prompt_tokens: 3, completion_tokens: 2, priced: false },
  ],
  [
    "a price",
    { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 },
    price(),
    {
      ...unit,
      prompt_tokens: 4,
      completion_tokens: 2,
      total_tokens: 6,
      prompt_tokens_total_cost: 1,
      completion_tokens_total_cost: 1,
      total_cost: { USD: 2 },
    },
  ],
  [
    "cached tokens are charged once, as any other",
    { prompt_tokens: 4, cached_tokens: 3 },
    price(),
    {
      ...unit,
      prompt_tokens: 4,
      cached_tokens: 3,
      prompt_tokens_total_cost: 1,
      cached_tokens_total_cost: 0.75,
      total_cost: { USD: 1 },
    },
  ],
  [
    "cached tokens are charged once, at their own price",
    { prompt_tokens: 4, cached_tokens: 3 },
    price({ cache_read_input_token_cost: 0.1 }),
    {
      ...unit,
      prompt_tokens: 4,
      cached_tokens: 3,
      cache_read_input_token_cost: 0.1,
      prompt_tokens_total_cost: 0.55,
      cached_tokens_total_cost: 0.3,
      total_cost: { USD: 0.55 },
    },
  ],
  [
    "more cached tokens than there are in the prompt are none",
    { prompt_tokens: 4, cached_tokens: 9 },
    price({ cache_read_input_token_cost: 0 }),
    {
      ...unit,
      prompt_tokens: 4,
      cached_tokens: 9,
      cache_read_input_token_cost: 0,
      prompt_tokens_total_cost: 0,
      cached_tokens_total_cost: 0,
      total_cost: { USD: 0 },
    },
  ],
  [
    "what is written to the cache is charged once, at its own price",
    { prompt_tokens: 10, cached_tokens: 3, cache_write_tokens: 4 },
    price({ cache_read_input_token_cost: 0.1, cache_creation_input_token_cost: 0.3 }),
    {
      ...unit,
      prompt_tokens: 10,
      cached_tokens: 3,
      cache_write_tokens: 4,
      cache_read_input_token_cost: 0.1,
      cache_creation_input_token_cost: 0.3,
      prompt_tokens_total_cost: 2.25,
      cached_tokens_total_cost: 0.3,
      cache_write_tokens_total_cost: 1.2,
      total_cost: { USD: 2.25 },
    },
  ],
  [
    "reasoning tokens are part of the completion's",
    { completion_tokens: 4, reasoning_tokens: 3 },
    price(),
    {
      ...unit,
      completion_tokens: 4,
      reasoning_tokens: 3,
      completion_tokens_total_cost: 2,
      total_cost: { USD: 2 },
    },
  ],
  ["an unknown count costs nothing known", {}, price(), { ...unit, total_cost: {} }],
  [
    "two currencies are not added up",
    { prompt_tokens: 4, completion_tokens: 2 },
    price({ completion_token_cost_unit: "EUR" }),
    {
      ...unit,
      completion_token_cost_unit: "EUR",
      prompt_tokens: 4,
      completion_tokens: 2,
      prompt_tokens_total_cost: 1,
      completion_tokens_total_cost: 1,
      total_cost: { USD: 1, EUR: 1 },
    },
  ],
  [
    "a price of nothing is a price",
    { prompt_tokens: 4 },
    price({ prompt_token_cost: 0 }),
    { ...unit, prompt_token_cost: 0, prompt_tokens: 4, prompt_tokens_total_cost: 0, total_cost: { USD: 0 } },
  ],
  [
    "sums are exact",
    { prompt_tokens: 1, completion_tokens: 1 },
    price({ prompt_token_cost: 0.1, completion_token_cost: 0.2 }),
    {
      ...unit,
      prompt_token_cost: 0.1,
      completion_token_cost: 0.2,
      prompt_tokens: 1,
      completion_tokens: 1,
      prompt_tokens_total_cost: 0.1,
      completion_tokens_total_cost: 0.2,
      total_cost: { USD: 0.3 },
    },
  ],
])("%s", (_what, usage, given, expected) => {
  const costs = deriveCosts(new Map([["gpt", usage]]), () => given);
  expect(costs.get("gpt")).toEqual(expected);
  expect(callCosts.safeParse(Object.fromEntries(costs)).success).toBe(true);
});

test("each model has a separate price", () => {
  const usage = new Map([
    ["a", { prompt_tokens: 1 }],
    ["b", { prompt_tokens: 1 }],
  ]);
  const costs = deriveCosts(usage, (llmId) => (llmId === "a" ? price() : undefined));
  expect([...costs].map(([llmId, { priced }]) => [llmId, priced])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("a cost is never NaN or negative, for any counts", () => {
  const count = fc.option(fc.nat(), { nil: undefined });
  const amount = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      count,
      count,
      count,
      amount,
      amount,
      (prompt_tokens, completion_tokens, cached_tokens, each, cached) => {
        const given = price({ prompt_token_cost: each, cache_read_input_token_cost: cached });
        const usage = { prompt_tokens, completion_tokens, cached_tokens };
        const total = deriveCosts(new Map([["gpt", usage]]), () => given).get("gpt")?.total_cost?.USD ?? 0;
        expect(total).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
