import { expect, test } from "vitest";
import type { CallTotals } from "@/lib/contract/call-stats";
import { price } from "./test-prices";
import { whatIf } from "./what-if";

/** A model's calls at one price per token, some of them before it had a price. */
function model(tokens: number, cost: number | undefined, unpricedTokens = 0): CallTotals {
  return {
    count: 5,
    errors: 0,
    usage: { prompt_tokens: tokens + unpricedTokens },
    ...(cost !== undefined && { priced_usage: { prompt_tokens: tokens } }),
    total_cost: cost === undefined ? {} : { USD: tokens * cost },
    unpriced: (cost === undefined ? 2 : 0) + (unpricedTokens > 0 ? 1 : 0),
  };
}

// One prompt token of the other model costs 0.25.
test.each([
  ["priced calls alone", [model(8, 1)], { was: { USD: 8 }, would: { USD: 2 }, leftOut: 0, change: -0.75 }],
  [
    "beside a model without a price",
    [model(8, 1), model(1000, undefined)],
    { was: { USD: 8 }, would: { USD: 2 }, leftOut: 2, change: -0.75 },
  ],
  [
    "of a model that got its price later",
    [model(8, 0.125, 1000)],
    { was: { USD: 1 }, would: { USD: 2 }, leftOut: 1, change: 1 },
  ],
  ["none priced", [model(8, undefined), model(4, undefined)], { would: { USD: 3 }, leftOut: 0 }],
  ["free so far", [model(8, 0)], { was: { USD: 0 }, would: { USD: 2 }, leftOut: 0, change: undefined }],
  [
    "failed without usage",
    [model(8, 1), { ...model(0, undefined), usage: undefined, unpriced: 0 }],
    { was: { USD: 8 }, would: { USD: 2 }, leftOut: 0, change: -0.75 },
  ],
  [
    "with stated costs, which are not what the tokens cost at prices",
    [{ ...model(8, 1), total_cost: { USD: 100 }, priced_cost: { USD: 8 }, without_price: 3 }],
    { was: { USD: 8 }, would: { USD: 2 }, leftOut: 3, change: -0.75 },
  ],
  ["no tokens", [], undefined],
])("%s", (_what, models, expected) => {
  expect(whatIf(models, price())).toEqual(expected);
});

test("two currencies are not compared", () => {
  expect(whatIf([model(8, 1)], price({ prompt_token_cost_unit: "EUR" }))).toMatchObject({ change: undefined });
});
