import { expect, test } from "vitest";
import { callCosts } from "@/lib/contract/call-costs";
import { deriveCosts, type Price } from "./derive";

const price: Price = {
  id: "price-1",
  prompt_token_cost: 0.25,
  completion_token_cost: 0.5,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  effective_date: "2026-01-01T00:00:00.000000Z",
};
const unit = {
  priced: true,
  prompt_token_cost: 0.25,
  completion_token_cost: 0.5,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  price_id: "price-1",
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
    price,
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
    "cached tokens are charged once",
    { prompt_tokens: 4, cached_tokens: 3 },
    price,
    { ...unit, prompt_tokens: 4, cached_tokens: 3, prompt_tokens_total_cost: 1, total_cost: { USD: 1 } },
  ],
  ["an unknown count costs nothing known", {}, price, { ...unit, total_cost: {} }],
  [
    "two currencies are not added up",
    { prompt_tokens: 4, completion_tokens: 2 },
    { ...price, completion_token_cost_unit: "EUR" },
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
    { ...price, prompt_token_cost: 0 },
    { ...unit, prompt_token_cost: 0, prompt_tokens: 4, prompt_tokens_total_cost: 0, total_cost: { USD: 0 } },
  ],
])("%s", (_what, usage, given, expected) => {
  const costs = deriveCosts(new Map([["gpt", usage]]), () => given);
  expect(costs.get("gpt")).toEqual(expected);
  expect(callCosts.safeParse(Object.fromEntries(costs)).success).toBe(true);
});

test("each model has its own price", () => {
  const usage = new Map([
    ["a", { prompt_tokens: 1 }],
    ["b", { prompt_tokens: 1 }],
  ]);
  const costs = deriveCosts(usage, (llmId) => (llmId === "a" ? price : undefined));
  expect([...costs].map(([llmId, { priced }]) => [llmId, priced])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});
