import { expect, test } from "vitest";

import { reprice } from "./reprice";
import { price } from "./test-prices";

test.each([
  ["no tokens", [], {}, {}],
  ["two models at one price", [{ prompt_tokens: 4, completion_tokens: 2 }, { prompt_tokens: 8 }], {}, { USD: 4 }],
  [
    "cached tokens once",
    [{ prompt_tokens: 4, cached_tokens: 4 }],
    { cache_read_input_token_cost: 0.125 },
    { USD: 0.5 },
  ],
  [
    "two currencies apart",
    [{ prompt_tokens: 4, completion_tokens: 2 }],
    { completion_token_cost_unit: "EUR" },
    { USD: 1, EUR: 1 },
  ],
])("%s", (_what, usages, fields, expected) => {
  expect(reprice(usages, price(fields))).toEqual(expected);
});
