import { describe, expect, test } from "vitest";
import type { CallUsage } from "@/lib/contract/calls";
import { DEFAULT_PRICES } from "./default-prices";
import { deriveCosts } from "./derive";
import { PriceBook } from "./price-book";
import { priceOfCall, tierSpans } from "./price-tiers";
import { price } from "./test-prices";

const amounts = (prompt: number) => ({ prompt_token_cost: prompt, completion_token_cost: prompt * 2 });
const tiered = price({
  ...amounts(1),
  cache_read_input_token_cost: 0.1,
  tiers: [
    { above_prompt_tokens: 200_000, ...amounts(2) },
    { above_prompt_tokens: 32_000, ...amounts(1.5), cache_read_input_token_cost: 0.15 },
    { service_tier: "batch", ...amounts(0.5) },
    { service_tier: "batch", above_prompt_tokens: 200_000, ...amounts(1) },
    { service_tier: "priority", above_prompt_tokens: 200_000, ...amounts(4) },
  ],
});

describe("the price of a call", () => {
  test.each<[string, CallUsage, number]>([
    ["without tokens", {}, 1],
    ["up to the first limit", { prompt_tokens: 32_000 }, 1],
    ["above the first limit", { prompt_tokens: 32_001 }, 1.5],
    ["up to the next limit", { prompt_tokens: 200_000 }, 1.5],
    ["above both", { prompt_tokens: 200_001 }, 2],
    ["with a prompt that is only cached", { cached_tokens: 250_000 }, 2],
    ["of a batch", { service_tier: "batch", prompt_tokens: 50_000 }, 0.5],
    ["of a batch with a long prompt", { service_tier: "batch", prompt_tokens: 200_001 }, 1],
    ["of a service tier without a price", { service_tier: "flex", prompt_tokens: 200_001 }, 2],
    ["of a service tier with a price for long prompts only", { service_tier: "priority", prompt_tokens: 5 }, 1],
    ["of that tier with a long prompt", { service_tier: "priority", prompt_tokens: 200_001 }, 4],
  ])("%s", (_what, usage, expected) => {
    expect(priceOfCall(tiered, usage)).toMatchObject(amounts(expected));
  });

  test("a tier without a price for cached tokens charges them as others", () => {
    expect(priceOfCall(tiered, { prompt_tokens: 200_001 }).cache_read_input_token_cost).toBeUndefined();
    expect(priceOfCall(tiered, { prompt_tokens: 32_001 }).cache_read_input_token_cost).toBe(0.15);
  });

  test("is that of exactly one span", () => {
    const spans = tierSpans(tiered);
    for (const service_tier of [undefined, "batch", "flex", "priority"] as const)
      for (const prompt_tokens of [0, 1, 32_000, 32_001, 200_000, 200_001, 1e9]) {
        const found = spans.filter(
          ({ serviceTier, above = 0, upTo = Infinity }) =>
            (serviceTier ?? service_tier ?? "") === (service_tier ?? "") &&
            (prompt_tokens > above || above === 0) &&
            prompt_tokens <= upTo,
        );
        expect(found.map((span) => span.price)).toEqual([priceOfCall(tiered, { service_tier, prompt_tokens })]);
      }
    expect(tierSpans(price())).toEqual([{ price: price() }]);
  });
});

describe("built-in prices, in dollars", () => {
  const book = new PriceBook(DEFAULT_PRICES);
  const cost = (model: string, usage: CallUsage) =>
    deriveCosts(new Map([[model, usage]]), () => book.priceOf(model, "2026-11-20T00:00:00.000000Z"))
      .values()
      .next().value?.total_cost?.USD;

  test.each<[string, CallUsage, number]>([
    ["gemini-2.5-pro", { prompt_tokens: 250_000, completion_tokens: 1_000 }, 0.64],
    ["gemini-2.5-pro", { prompt_tokens: 200_000, completion_tokens: 1_000 }, 0.26],
    ["gemini-2.5-pro", { prompt_tokens: 200_000, completion_tokens: 1_000, service_tier: "batch" }, 0.13],
    ["gemini-2.5-pro", { prompt_tokens: 250_000, completion_tokens: 1_000, service_tier: "batch" }, 0.32],
    ["anthropic/claude-sonnet-4.5", { prompt_tokens: 300_000, completion_tokens: 0 }, 0.9],
    ["claude-haiku-5-5", { prompt_tokens: 100_001 }, 0.0500005],
    ["claude-opus-4-6", { prompt_tokens: 1e6, cache_write_tokens: 1e6, cache_write_1h_tokens: 1e6 }, 10],
    ["claude-opus-4-6", { prompt_tokens: 1e6, cache_write_tokens: 1e6, cache_write_1h_tokens: 400_000 }, 7.75],
    ["claude-opus-4-6", { prompt_tokens: 1e6, cache_write_tokens: 1e6 }, 6.25],
    [
      "claude-opus-4-6",
      { prompt_tokens: 1e6, cache_write_tokens: 1e6, cache_write_1h_tokens: 1e6, service_tier: "batch" },
      5,
    ],
    ["gpt-5.4", { prompt_tokens: 272_001, completion_tokens: 1_000 }, 1.382505],
    ["gpt-5-mini", { prompt_tokens: 1e6, completion_tokens: 1e6, service_tier: "priority" }, 0.45 + 3.6],
    ["gpt-5-mini", { prompt_tokens: 1e5, completion_tokens: 1e6, service_tier: "flex" }, 1.0125],
    ["grok-4.7", { prompt_tokens: 250_000, completion_tokens: 0 }, 1],
  ])("%s with %j costs %d", (model, usage, expected) => expect(cost(model, usage)).toBe(expected));
});
