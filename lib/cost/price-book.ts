import type { Cost } from "@/lib/contract/costs";
import { priceNames } from "./price-names";

/** A price and when it holds: from `from` on, until before `to`; without `to` it still does. */
export type PriceSpan = { price: Cost; from: string; to: string | undefined };

/** Looks up what a model cost at a time. Prices of one's own come before those `below` (design, "Calls"). */
export class PriceBook {
  readonly #prices: Map<string, Cost[]>;
  readonly #below: PriceBook | undefined;

  constructor(prices: readonly Cost[], below?: PriceBook) {
    this.#prices = byModel(prices);
    this.#below = below;
  }

  /**
   * The price of a model at a normalised time: the row that took effect last, under the best of its names.
   * Undefined when none had taken effect yet.
   */
  priceOf(model: string, at: string): Cost | undefined {
    for (const name of priceNames(model)) {
      const price = this.#prices.get(name)?.find(({ effective_date }) => effective_date <= at);
      if (price) return price;
    }
    return this.#below?.priceOf(model, at);
  }

  /** The same over all time, for pricing many calls of a model at once: oldest first, without overlaps. */
  spansOf(model: string): PriceSpan[] {
    const spans: PriceSpan[] = [];
    for (const from of [...new Set(this.#changesOf(model))].sort()) {
      const price = this.priceOf(model, from);
      const last = spans.at(-1);
      if (!price || last?.price === price) continue;
      if (last) last.to = from;
      spans.push({ price, from, to: undefined });
    }
    return spans;
  }

  #changesOf(model: string): string[] {
    const rows = priceNames(model).flatMap((name) => this.#prices.get(name) ?? []);
    const below = this.#below ? this.#below.#changesOf(model) : [];
    return [...rows.map(({ effective_date }) => effective_date), ...below];
  }
}

function byModel(prices: readonly Cost[]): Map<string, Cost[]> {
  const models = new Map<string, Cost[]>();
  for (const price of prices) {
    const rows = models.get(price.llm_id);
    if (rows) rows.push(price);
    else models.set(price.llm_id, [price]);
  }
  for (const rows of models.values()) rows.sort(newestFirst);
  return models;
}

/** Of two that took effect at once the later created comes first. */
function newestFirst(a: Cost, b: Cost): number {
  for (const field of ["effective_date", "created_at", "id"] as const) {
    const [left = "", right = ""] = [a[field], b[field]];
    if (left !== right) return left < right ? 1 : -1;
  }
  return 0;
}
