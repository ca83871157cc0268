import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TokenUsage } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import Big from "big.js";
import { deriveCosts } from "@/lib/cost/derive";
import { groupCosts } from "./cost-groups";

const price: Cost = {
  id: "p1",
  llm_id: "m",
  prompt_token_cost: 2.5e-6,
  completion_token_cost: 1e-5,
  cache_read_input_token_cost: 1.25e-6,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  effective_date: "2026-01-01T00:00:00.000000Z",
  provider_id: "openai",
  pricing_level: "default",
};

function costsOf(usages: Record<string, Record<string, TokenUsage>>) {
  const priceOf = (model: string) => (model === "m" ? price : undefined);
  const entries = Object.entries(usages).map(([id, usage]): [string, ReturnType<typeof Object.fromEntries>] => [
    id,
    Object.fromEntries(deriveCosts(new Map(Object.entries(usage)), priceOf)),
  ]);
  return new Map(entries);
}

describe("groupCosts", () => {
  it("adds up the calls of one price row, part by part", () => {
    const costs = costsOf({
      a: { m: { prompt_tokens: 1204, cached_tokens: 1024, completion_tokens: 31 } },
      b: { m: { prompt_tokens: 100, completion_tokens: 10 }, local: { total_tokens: 7 } },
    });
    const [priced, unpriced] = groupCosts(["a", "b"], costs);
    expect(priced?.lines.map(({ part, tokens, amount }) => [part, tokens, amount])).toEqual([
      ["prompt", 280, 0.0007],
      ["cached", 1024, 0.00128],
      ["completion", 41, 0.00041],
    ]);
    expect(priced?.total).toEqual({ USD: 0.00239 });
    expect(priced?.calls).toEqual([
      { id: "a", total: { USD: 0.00204 } },
      { id: "b", total: { USD: 0.00035 } },
    ]);
    expect(unpriced).toMatchObject({ model: "local", lines: [], total: {}, calls: [{ id: "b", total: {} }] });
  });

  it("leaves out calls without a charge", () => {
    expect(groupCosts([], costsOf({}))).toEqual([]);
  });

  it("has lines that sum to the total, for any counts", () => {
    const count = fc.option(fc.nat(100_000), { nil: undefined });
    const usage = fc.record({
      prompt_tokens: count,
      completion_tokens: count,
      cached_tokens: count,
      cache_write_tokens: count,
    });
    fc.assert(
      fc.property(fc.array(usage, { minLength: 1, maxLength: 5 }), (usages) => {
        const ids = usages.map((_, index) => `${index}`);
        const costs = costsOf(Object.fromEntries(usages.map((one, index) => [`${index}`, { m: one }])));
        const [group] = groupCosts(ids, costs);
        const sum = (group?.lines ?? []).reduce((total, { amount }) => total.plus(amount), new Big(0));
        expect(sum.toNumber()).toBe(group?.total["USD"] ?? 0);
      }),
    );
  });
});
