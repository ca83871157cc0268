import type { Cost } from "@/lib/contract/costs";
import { priceNames } from "./price-names";

/** A price and when it holds: from `from` on, until before `to`; without `to` it still does. */
export type PriceSpan = { price: Cost; from: string; to: string | undefined };

/** Looks up what a model cost at a time: the project's own prices before the default ones (design, "Calls"). */
export class PriceBook {
  readonly #levels: readonly Map<string, Cost[]>[];

  constructor(own: readonly Cost[], defaults: readonly Cost[]) {
    this.#levels = [byModel(own), byModel(defaults)];
  }

  /**
   * The price of a model at a normalised time: the row that took effect last, under the best of its names.
   * Undefined when none had taken effect yet.
   */
  priceOf(model: string, at: string): Cost | undefined {
    for (const level of this.#levels)
      for (const name of priceNames(model)) {
        const price = level.get(name)?.find(({ effective_date }) => effective_date <= at);
        if (price) return price;
      }
    return undefined;
  }

  /** The same over all time, for pricing many calls of a model at once: oldest first, without overlaps. */
  spansOf(model: string): PriceSpan[] {
    const spans: PriceSpan[] = [];
    for (const from of this.#changes(model)) {
      const price = this.priceOf(model, from);
      const last = spans.at(-1);
      if (!price || last?.price === price) continue;
      if (last) last.to = from;
      spans.push({ price, from, to: undefined });
    }
    return spans;
  }

  #changes(model: string): string[] {
    const rows = this.#levels.flatMap((level) => priceNames(model).flatMap((name) => level.get(name) ?? []));
    return [...new Set(rows.map(({ effective_date }) => effective_date))].sort();
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
