import { expect, test } from "vitest";
import { differenceOf } from "./cost-difference";
import { exactCost, statedBy } from "./stated-cost";

test.each([
  ["langfuse.observation.cost_details", "Langfuse"],
  ["gen_ai.cost.total_cost", "LiteLLM"],
  ["operation.cost", "Pydantic AI"],
  ["my.cost", "my.cost"],
])("%s is stated by %s", (source, name) => expect(statedBy(source)).toBe(name));

test.each([
  ["more", { USD: 0.3 }, { USD: 0.2 }, { amount: 0.1, share: 0.5 }],
  ["less, down to nothing", { USD: 0 }, { USD: 0.2 }, { amount: -0.2, share: -1 }],
  ["far more", { USD: 2.2 }, { USD: 0.2 }, { amount: 2, share: undefined }],
  ["more than nothing", { USD: 1 }, { USD: 0 }, { amount: 1, share: undefined }],
  ["without a price", { USD: 1 }, {}, undefined],
  ["in two currencies", { USD: 1, EUR: 2 }, { USD: 1 }, undefined],
])("the difference to prices: %s", (_what, cost, atPrices, difference) => {
  expect(differenceOf(cost, atPrices)).toEqual(difference);
});

test("a cost in words", () => {
  const stated = { bySource: { "operation.cost": 0.000004 }, atPrices: { USD: 0.000005 } };
  expect(exactCost({ USD: 0.000004 }, stated)).toBe(
    "$0.000004 · $0.000004 reported by Pydantic AI (operation.cost) · calculated from prices: $0.000005",
  );
  expect(exactCost({ USD: 1 }, { ...stated, atPrices: {} })).toContain("calculated from prices: unknown");
  expect(exactCost({ USD: 1 }, undefined)).toBe("$1");
});
