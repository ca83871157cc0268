import type { PriceBook, PriceSpan } from "./price-book";

/** The price of a model over a span of time. */
export type ModelPrice = PriceSpan & { model: string };

/** Every price that some models have had, for pricing many calls at once. A model without a price is not in it. */
export function modelPrices(prices: PriceBook, models: Iterable<string>): ModelPrice[] {
  return [...new Set(models)].flatMap((model) => prices.spansOf(model).map((span) => ({ ...span, model })));
}
