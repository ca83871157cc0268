import type { PriceBook, PriceSpan } from "./price-book";

/** What a model cost over a span of time. */
export type ModelPrice = PriceSpan & { model: string };

/** Every price that some models have had: what prices many calls at once. A model without any has none here. */
export function modelPrices(prices: PriceBook, models: Iterable<string>): ModelPrice[] {
  return [...new Set(models)].flatMap((model) => prices.spansOf(model).map((span) => ({ ...span, model })));
}
