import type { ChartData, ChartSeries } from "@/components/charts/chart-data";
import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";
import { categoryColor } from "@/lib/format/category-color";
import { typeWords } from "@/lib/format/feedback-words";

const LAYERS_APART = 7;
export const OTHERS = "Others";
const NO_VALUE = "Without a value";
const BINS = 6;
const CATEGORIES = 8;
/** 0.6 / 0.2 is a little less than 3. */
const ROUNDING = 1e-9;

/** What feedback says alike, over the whole range. */
export interface Share {
  /** A feedback type, or a value of one; undefined for what has none and for values that are not told apart. */
  key: string | undefined;
  label: string;
  count: number;
  /** As in the chart. */
  color: string;
}

type Layer = Pick<Share, "key" | "label" | "count"> & { low: number };

/**
 * Feedback by type, or by value where it is all of one type; the most frequent first, many different numbers in ranges
 * from low to high.
 */
export function sharesOf({ stats = [] }: FeedbackStats, by: "type" | "value"): Share[] {
  const step = by === "value" ? binStep(stats) : undefined;
  const shares = new Map<string, Layer>();
  for (const row of stats) {
    const layer = layerOf(row, by, step);
    shares.set(layer.label, { ...layer, count: (shares.get(layer.label)?.count ?? 0) + row.count });
  }
  const order = step === undefined ? [...shares.values()].toSorted((a, b) => b.count - a.count) : inOrder(shares);
  return order.map(({ key, label, count }, index) => ({
    key,
    label,
    count,
    color: step === undefined || label === OTHERS || label === NO_VALUE ? colorOf(label) : rangeColor(index),
  }));
}

function colorOf(label: string): string {
  return label === OTHERS || label === NO_VALUE ? "var(--faint)" : categoryColor(label);
}

/** Ranges beside each other are told apart by their place: their names say nothing to a hash. */
function rangeColor(index: number): string {
  return `var(--category-${(index % CATEGORIES) + 1})`;
}

function inOrder(shares: ReadonlyMap<string, Layer>) {
  return [...shares.values()].toSorted((a, b) => a.low - b.low);
}

/** How often what was said in each bucket, stacked: the most frequent apart, the others together. */
export function countChart(stats: FeedbackStats, by: "type" | "value"): ChartData {
  const { buckets = [], stats: rows = [] } = stats;
  const step = by === "value" ? binStep(rows) : undefined;
  const apart = sharesOf(stats, by).slice(0, step === undefined ? LAYERS_APART : BINS + 2);
  const colors = new Map(apart.map(({ label, color }) => [label, color]));
  const layers = new Map<string, (number | null)[]>();
  for (const row of rows) {
    const own = layerOf(row, by, step).label;
    const label = colors.has(own) ? own : OTHERS;
    const values = layers.get(label) ?? buckets.map(() => null);
    values[row.bucket] = (values[row.bucket] ?? 0) + row.count;
    layers.set(label, values);
  }
  const order = [...new Set([...colors.keys(), OTHERS])];
  return chart(
    stats,
    order.flatMap((label): ChartSeries[] => {
      const values = layers.get(label);
      const color = colors.get(label) ?? colorOf(label);
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

/** What a count belongs to; `low` orders ranges. */
function layerOf(row: FeedbackCount, by: "type" | "value", step: number | undefined): Layer {
  const { feedback_type: type, value, count } = row;
  if (by === "type") return { key: type, label: typeWords(type), count, low: 0 };
  if (value === undefined)
    return { key: undefined, label: row.numbers > 0 ? OTHERS : NO_VALUE, count, low: Number.POSITIVE_INFINITY };
  if (step === undefined) return { key: value, label: value, count, low: 0 };
  const low = Math.floor(Number(value) / step + ROUNDING) * step;
  return { key: undefined, label: `${short(low)} to ${short(low + step)}`, count, low };
}

/** How wide the ranges are that many different numbers are put into, 1, 2 or 5 times a power of ten; else undefined. */
function binStep(rows: readonly FeedbackCount[]): number | undefined {
  const said = rows.filter(({ value }) => value !== undefined);
  const values = [...new Set(said.map(({ value }) => Number(value)))];
  if (values.length <= LAYERS_APART || said.some(({ numbers }) => numbers === 0)) return undefined;
  const rough = (Math.max(...values) - Math.min(...values)) / BINS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function chart({ buckets = [] }: FeedbackStats, series: ChartSeries[]): ChartData {
  const ends = buckets.at(-1)?.end;
  return { starts: buckets.map(({ start }) => Date.parse(start)), end: ends ? Date.parse(ends) : 0, series };
}
