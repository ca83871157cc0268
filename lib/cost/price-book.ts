import type { Cost } from "@/lib/contract/costs";
import { priceNames } from "./price-names";

/** A price and its period: from `from` until before `to`; without `to` it is still in effect. */
export type PriceSpan = { price: Cost; from: string; to: string | undefined };

/**
 * Looks up the price of a model at a time. A project's own prices take precedence over those in `below` (design,
 * "Calls").
 */
export class PriceBook {
  readonly #prices: Map<string, Cost[]>;
  readonly #below: PriceBook | undefined;

  constructor(prices: readonly Cost[], below?: PriceBook) {
    this.#prices = byModel(prices);
    this.#below = below;
  }

  /**
   * The price of a model at a normalized time: the one that took effect last, under the best of the model's names.
   * Undefined if none had taken effect yet.
   */
  priceOf(model: string, at: string): Cost | undefined {
    for (const name of priceNames(model)) {
      const price = this.#prices.get(name)?.find(({ effective_date }) => effective_date <= at);
      if (price) return price;
    }
    return this.#below?.priceOf(model, at);
  }

  /** All prices of a model over time, for pricing many calls at once: oldest first, without overlaps. */
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

/** Of two that take effect at once, the one created later applies. */
function newestFirst(a: Cost, b: Cost): number {
  for (const field of ["effective_date", "created_at", "id"] as const) {
    const [left = "", right = ""] = [a[field], b[field]];
    if (left !== right) return left < right ? 1 : -1;
  }
  return 0;
}
