import { expect, test } from "vitest";
import { modelPrices } from "./model-prices";
import { PriceBook } from "./price-book";
import { price } from "./test-prices";

test("every price that each model has had, a model without any left out", () => {
  const first = price({ id: "1" });
  const second = price({ id: "2", effective_date: "2026-02-01T00:00:00.000000Z" });
  const book = new PriceBook([first, second]);
  const until = second.effective_date;
  expect(modelPrices(book, ["openai/gpt", "llama", "gpt", "gpt"])).toEqual([
    { model: "openai/gpt", price: first, from: first.effective_date, to: until },
    { model: "openai/gpt", price: second, from: until, to: undefined },
    { model: "gpt", price: first, from: first.effective_date, to: until },
    { model: "gpt", price: second, from: until, to: undefined },
  ]);
});
