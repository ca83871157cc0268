import { expect, test } from "vitest";
import { cost } from "@/lib/contract/costs";
import { DEFAULT_PRICES } from "./default-prices";
import { PriceBook } from "./price-book";
import { priceOfCall } from "./price-tiers";

test("there is a price for at least 100 models, each with its source and date", () => {
  expect(new Set(DEFAULT_PRICES.map(({ llm_id }) => llm_id)).size).toBeGreaterThanOrEqual(100);
  for (const price of DEFAULT_PRICES) {
    expect(cost.safeParse(price).error).toBeUndefined();
    expect([price.source, price.source_date]).toEqual([
      expect.stringMatching(/^https:/),
      expect.stringMatching(/^20\d{2}-\d{2}-\d{2}$/),
    ]);
  }
});

test("no model has two prices from the same day on, whoever sells it", () => {
  const keys = DEFAULT_PRICES.map(({ llm_id, effective_date }) => `${llm_id} ${effective_date}`);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  const sellers = new Map(DEFAULT_PRICES.map(({ llm_id, provider_id }) => [llm_id, provider_id]));
  expect(DEFAULT_PRICES.filter(({ llm_id, provider_id }) => sellers.get(llm_id) !== provider_id)).toEqual([]);
});

test("cached tokens cost no more than others", () => {
  const dearer = DEFAULT_PRICES.filter(
    ({ prompt_token_cost, cache_read_input_token_cost = 0 }) => cache_read_input_token_cost > prompt_token_cost,
  );
  expect(dearer).toEqual([]);
});

test.each([
  ["gpt-4o-2024-08-06", 2.5, 10],
  ["openai/gpt-5-mini-2025-08-07", 0.25, 2],
  ["claude-haiku-4-5-20251001", 1, 5],
  ["eu.anthropic.claude-sonnet-4-5-20250929-v1:0", 3, 15],
  ["models/gemini-2.5-pro", 1.25, 10],
  ["text-embedding-3-small", 0.02, 0],
])("%s costs %s and %s for a million tokens", (model, prompt, completion) => {
  const found = new PriceBook(DEFAULT_PRICES).priceOf(model, "2026-11-20T00:00:00.000000Z");
  expect([found?.prompt_token_cost, found?.completion_token_cost]).toEqual([
    Number(`${prompt}e-6`),
    Number(`${completion}e-6`),
  ]);
});

test.each([
  ["openai", "gpt-5.4", { service_tier: "priority", prompt_tokens: 1 }, 5, 30],
  // Long prompts are never served with priority, so there is no price of both.
  ["openai", "gpt-5.4", { service_tier: "priority", prompt_tokens: 300_000 }, 5, 30],
  ["openai", "gpt-5.4", { service_tier: "flex", prompt_tokens: 300_000 }, 2.5, 11.25],
  ["openai", "o3", { service_tier: "flex" }, 1, 4],
  ["anthropic", "claude-sonnet-4-6", { prompt_tokens: 250_000, service_tier: "batch" }, 1.5, 7.5],
  ["google", "gemini-2.5-pro", { service_tier: "flex", prompt_tokens: 250_000 }, 1.25, 7.5],
  ["google", "gemini-3-pro-preview", { service_tier: "priority" }, 3.6, 21.6],
  ["google", "gemini-3-pro-preview", { service_tier: "priority", prompt_tokens: 250_000 }, 7.2, 32.4],
] as const)("%s: %s of a call %j costs %s and %s for a million tokens", (provider, model, call, prompt, completion) => {
  const listed = new PriceBook(DEFAULT_PRICES).priceOf(model, "2026-11-20T00:00:00.000000Z");
  const price = listed && priceOfCall(listed, call);
  expect(price?.provider_id).toBe(provider);
  expect([price?.prompt_token_cost, price?.completion_token_cost].map((each = 0) => each * 1e6)).toEqual([
    expect.closeTo(prompt, 9),
    expect.closeTo(completion, 9),
  ]);
});
