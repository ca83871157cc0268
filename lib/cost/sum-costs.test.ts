import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveCosts } from "./derive";
import { sumUsage } from "./reported-usage";
import { sumCosts } from "./sum-costs";
import { price } from "./test-prices";

test.each<[string, { total_cost?: Record<string, number> }[], Record<string, number>]>([
  ["nothing", [], {}],
  ["unpriced ones", [{}, {}], {}],
  ["one currency, exactly", [{ total_cost: { USD: 0.1 } }, { total_cost: { USD: 0.2 } }], { USD: 0.3 }],
  ["two currencies apart", [{ total_cost: { USD: 1, EUR: 2 } }, {}, { total_cost: { EUR: 3 } }], { USD: 1, EUR: 5 }],
])("%s", (_what, costs, expected) => expect(sumCosts(costs)).toEqual(expected));

test("the cost of summed tokens is the sum of what each costs", () => {
  const part = fc.integer({ min: 0, max: 4 });
  const tokens = fc
    .record({ prompt_tokens: fc.nat(1_000_000), completion_tokens: fc.nat(100_000), part })
    .map(({ part: eighths, ...usage }) => ({
      ...usage,
      cached_tokens: Math.floor((usage.prompt_tokens * eighths) / 8),
      cache_write_tokens: Math.floor((usage.prompt_tokens * eighths) / 16),
    }));
  const costOf = (usage: object) => deriveCosts(new Map([["gpt", usage]]), () => given).values();
  const given = price({
    prompt_token_cost: 1.25e-6,
    completion_token_cost: 1e-5,
    cache_read_input_token_cost: 1.25e-7,
  });
  fc.assert(
    fc.property(fc.array(tokens, { minLength: 1 }), (usages) => {
      const each = usages.flatMap((usage) => [...costOf(usage)]);
      expect(sumCosts(each)).toEqual(sumCosts(costOf(sumUsage(usages))));
    }),
  );
});
