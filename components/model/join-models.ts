import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import type { Cost } from "@/lib/contract/costs";
import type { ModelEntry } from "@/lib/contract/models";
import { PriceBook } from "@/lib/cost/price-book";
import type { TypeTotals } from "@/lib/format/feedback-totals";
import { type PriceRow, wholePrices } from "@/lib/queries/costs";

/** The data of a model: whether it can be called, its price, and its use in this project. */
export interface ModelRow {
  id: string;
  /** Absent for a model that occurs only in calls. */
  entry?: ModelEntry;
  price?: Cost;
  observed?: CallTotals;
  /** The start of the last bucket in which it was used. */
  lastUsed?: string;
  feedback?: readonly TypeTotals[];
}

interface Known {
  callable: readonly ModelEntry[];
  prices: readonly PriceRow[];
  stats: TimeStats | undefined;
  feedback: ReadonlyMap<string, readonly TypeTotals[]>;
  /** Normalized time for which prices are looked up. */
  now: string;
}

/** One row for each model that can be called or was used, by name. */
export function joinModels({ callable, prices, stats, feedback, now }: Known): ModelRow[] {
  const entries = new Map(callable.map((entry) => [entry.id, entry]));
  const observed = new Map(
    stats?.totals.flatMap((totals) => (totals.model === undefined ? [] : [[totals.model, totals] as const])),
  );
  const lastUsed = lastBuckets(stats);
  const book = bookOf(prices);
  const ids = new Set([...entries.keys(), ...observed.keys()]);
  return [...ids].toSorted(byName).map((id) => ({
    id,
    entry: entries.get(id),
    price: book.priceOf(id, now),
    observed: observed.get(id),
    lastUsed: lastUsed.get(id),
    feedback: feedback.get(id),
  }));
}

function lastBuckets(stats: TimeStats | undefined): Map<string, string> {
  const last = new Map<string, number>();
  for (const { model, bucket } of stats?.stats ?? [])
    if (model !== undefined) last.set(model, Math.max(bucket, last.get(model) ?? 0));
  return new Map([...last].map(([model, bucket]) => [model, stats?.buckets[bucket]?.start ?? ""]));
}

function bookOf(prices: readonly PriceRow[]): PriceBook {
  const whole = wholePrices(prices);
  const isOwn = ({ pricing_level }: Cost) => pricing_level === "project";
  return new PriceBook(whole.filter(isOwn), new PriceBook(whole.filter((price) => !isOwn(price))));
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
