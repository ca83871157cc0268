import type { ChartData, ChartSeries } from "@/components/charts/chart-data";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { sumCosts } from "@/lib/cost/sum-costs";

const MODELS_APART = 7;
export const OTHER_MODELS = "Other";
export const NO_MODEL = "No model name";

/** The cost of all calls of a range, by currency. */
export function totalSpend({ totals }: TimeStats): Record<string, number> {
  return sumCosts(totals);
}

/** The models whose calls have tokens, the most expensive in `currency` first; those without a price are last. */
export function modelsBySpend({ totals }: TimeStats, currency: string): CallTotals[] {
  const amount = ({ total_cost }: CallTotals) => total_cost[currency] ?? 0;
  return totals
    .filter(({ usage, unpriced, total_cost }) => usage ?? (unpriced > 0 || Object.keys(total_cost).length > 0))
    .toSorted((a, b) => amount(b) - amount(a) || b.unpriced - a.unpriced || b.count - a.count);
}

/** Spend by bucket, stacked by model: the most expensive ones separately, the others together. */
export function spendChart(stats: TimeStats, currency: string, colorOf: (model: string) => string): ChartData {
  const dearest = modelsBySpend(stats, currency)
    .filter(({ total_cost }) => (total_cost[currency] ?? 0) > 0)
    .slice(0, MODELS_APART)
    .map(({ model }) => model);
  const layers = new Map<string, (number | null)[]>();
  for (const { bucket, model, total_cost } of stats.stats) {
    const amount = total_cost[currency];
    if (!amount) continue;
    const label = dearest.includes(model) ? (model ?? NO_MODEL) : OTHER_MODELS;
    const values = layers.get(label) ?? stats.buckets.map(() => null);
    values[bucket] = (values[bucket] ?? 0) + amount;
    layers.set(label, values);
  }
  const order = [...dearest.map((model) => model ?? NO_MODEL), OTHER_MODELS];
  return chart(
    stats,
    order.flatMap((label): ChartSeries[] => {
      const values = layers.get(label);
      const color = label === OTHER_MODELS ? "var(--faint)" : label === NO_MODEL ? "var(--control)" : colorOf(label);
      return values ? [{ label, values, color, look: "bars" }] : [];
    }),
  );
}

/** Calls by bucket whose tokens have no price. */
export function unpricedChart(stats: TimeStats): ChartData {
  const values: (number | null)[] = stats.buckets.map(() => null);
  for (const { bucket, unpriced } of stats.stats) if (unpriced > 0) values[bucket] = (values[bucket] ?? 0) + unpriced;
  return chart(stats, [{ label: "Unpriced calls", values, color: "var(--warning)", look: "bars" }]);
}

function chart({ buckets }: TimeStats, series: ChartSeries[]): ChartData {
  const ends = buckets.at(-1)?.end;
  return { starts: buckets.map(({ start }) => Date.parse(start)), end: ends ? Date.parse(ends) : 0, series };
}
