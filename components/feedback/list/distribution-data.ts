import type { ChartData, ChartSeries } from "@/components/charts/chart-data";
import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";
import { categoryColor } from "@/lib/format/category-color";
import { typeWords } from "@/lib/format/feedback-words";

const LAYERS_APART = 7;
export const OTHERS = "Others";
const NO_VALUE = "Without a value";

/** What feedback says alike, over the whole range. */
export interface Share {
  /** A feedback type, or a value of one; undefined for what has none and for values that are not told apart. */
  key: string | undefined;
  label: string;
  count: number;
}

/** Feedback by type, or by value where it is all of one type; the most frequent first. */
export function sharesOf({ stats = [] }: FeedbackStats, by: "type" | "value"): Share[] {
  const counts = new Map<string | undefined, number>();
  for (const row of stats) counts.set(keyOf(row, by), (counts.get(keyOf(row, by)) ?? 0) + row.count);
  return [...counts]
    .map(([key, count]) => ({ key, label: labelOf(key, by), count }))
    .toSorted((a, b) => b.count - a.count);
}

/** How often what was said in each bucket, stacked: the most frequent apart, the others together. */
export function countChart(stats: FeedbackStats, by: "type" | "value"): ChartData {
  const { buckets = [], stats: rows = [] } = stats;
  const apart = new Set(
    sharesOf(stats, by)
      .slice(0, LAYERS_APART)
      .map(({ key }) => key),
  );
  const layers = new Map<string, (number | null)[]>();
  for (const row of rows) {
    const key = keyOf(row, by);
    const label = apart.has(key) ? labelOf(key, by) : OTHERS;
    const values = layers.get(label) ?? buckets.map(() => null);
    values[row.bucket] = (values[row.bucket] ?? 0) + row.count;
    layers.set(label, values);
  }
  const order = [...new Set([...[...apart].map((key) => labelOf(key, by)), OTHERS])];
  return chart(
    stats,
    order.flatMap((label): ChartSeries[] => {
      const values = layers.get(label);
      const color = label === OTHERS || label === NO_VALUE ? "var(--faint)" : categoryColor(label);
      return values ? [{ label, values, color, look: "bars" }] : [];
    }),
  );
}

/** The mean of the numbers said in each bucket; undefined where none are. */
export function meanChart(stats: FeedbackStats): ChartData | undefined {
  const { buckets = [], stats: rows = [] } = stats;
  if (meanOf(rows) === undefined) return undefined;
  const values = buckets.map((_, bucket) => meanOf(rows.filter((row) => row.bucket === bucket)) ?? null);
  return chart(stats, [{ label: "Mean", values, color: "var(--accent)", look: "line" }]);
}

/** The mean of all numbers said; undefined when there are none. */
export function meanOf(rows: readonly FeedbackCount[]): number | undefined {
  const numbers = rows.reduce((sum, row) => sum + row.numbers, 0);
  return numbers === 0 ? undefined : rows.reduce((sum, row) => sum + row.sum, 0) / numbers;
}

function keyOf(row: FeedbackCount, by: "type" | "value"): string | undefined {
  return by === "type" ? row.feedback_type : row.value;
}

function labelOf(key: string | undefined, by: "type" | "value"): string {
  if (key === undefined) return NO_VALUE;
  return by === "type" ? typeWords(key) : key;
}

function chart({ buckets = [] }: FeedbackStats, series: ChartSeries[]): ChartData {
  const ends = buckets.at(-1)?.end;
  return { starts: buckets.map(({ start }) => Date.parse(start)), end: ends ? Date.parse(ends) : 0, series };
}
