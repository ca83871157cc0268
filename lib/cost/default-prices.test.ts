import { expect, test } from "vitest";
import { cost } from "@/lib/contract/costs";
import { DEFAULT_PRICES } from "./default-prices";
import { PriceBook } from "./price-book";

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
