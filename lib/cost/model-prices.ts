import type { PriceBook, PriceSpan } from "./price-book";
import { type TierSpan, tierSpans } from "./price-tiers";

/** The price of the calls of a model over a span of time, of one tier if it has several. */
export type ModelPrice = Omit<PriceSpan, "price"> & TierSpan & { model: string };

/** Every price that some models have had, for pricing many calls at once. A model without a price is not in it. */
export function modelPrices(prices: PriceBook, models: Iterable<string>): ModelPrice[] {
  return [...new Set(models)].flatMap((model) =>
    prices.spansOf(model).flatMap((span) => tierSpans(span.price).map((tier) => ({ ...span, ...tier, model }))),
  );
}
