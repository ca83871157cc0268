import type { ChartData, ChartSeries } from "@/components/charts/chart-data";
import type { FeedbackCount, FeedbackStats } from "@/lib/contract/feedback-stats";
import { CATEGORIES, distinctColors, paletteColor } from "@/lib/format/category-color";
import { typeWords } from "@/lib/format/feedback-words";

import { rangeWords } from "./range-words";

const SEPARATE_LAYERS = 7;
export const OTHER_VALUES = "Other";
const NO_VALUE = "Without a value";

/** The count of one value of feedback (or type, or range) over the whole range. */
export interface Share {
  /** Identifies the share. */
  id: string;
  /**
   * A feedback type, or a value of one; undefined for records without a value and for values that are not counted
   * separately.
   */
  key: string | undefined;
  label: string;
  count: number;
  /** As in the chart. */
  color: string;
}

/** A share and its position: ranges from low to high, then values by frequency, then those without a name. */
type Layer = Omit<Share, "color"> & { group: "range" | "named" | "other"; low: number };

const GROUPS: readonly Layer["group"][] = ["range", "named", "other"];

/** Feedback by type, or by value if it is all of one type; ranges of numbers first, then the most frequent. */
export function sharesOf({ stats = [] }: FeedbackStats, by: "type" | "value"): Share[] {
  const layers = layersOf(stats, by);
  const named = layers.flatMap(({ group, label }) => (group === "named" ? [label] : []));
  const colors = distinctColors(named.slice(0, CATEGORIES));
  return layers.map(({ id, key, label, count, group }, index) => ({
    id,
    key,
    label,
    count,
    // Ranges are identified by position: their names change with the numbers.
    color: group === "range" ? paletteColor(index) : (group === "named" && colors.get(label)) || "var(--faint)",
  }));
}

function layersOf(stats: readonly FeedbackCount[], by: "type" | "value"): Layer[] {
  const layers = new Map<string, Layer>();
  for (const row of stats) {
    const layer = layerOf(row, by);
    layers.set(layer.id, { ...layer, count: (layers.get(layer.id)?.count ?? 0) + row.count });
  }
  const order = (a: Layer, b: Layer) =>
    GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || (a.low === b.low ? b.count - a.count : a.low - b.low);
  return named([...layers.values()].toSorted(order));
}

/** Two types with the same label are shown with their full names. */
function named(layers: Layer[]): Layer[] {
  return layers.map((layer) => {
    const isAlone =
      layer.key === undefined || layers.every(({ id, label }) => id === layer.id || label !== layer.label);
    return isAlone ? layer : { ...layer, label: layer.key ?? layer.label };
  });
}

/** Counts per bucket, stacked: ranges and the most common values, then all others as one layer. */
export function countChart(stats: FeedbackStats, by: "type" | "value"): ChartData {
  const { buckets = [], stats: rows = [] } = stats;
  const ranges = layersOf(rows, by).filter(({ group }) => group === "range").length;
  const separate = sharesOf(stats, by).slice(0, ranges + SEPARATE_LAYERS);
  const others: Share = { id: OTHER_VALUES, key: undefined, label: OTHER_VALUES, count: 0, color: "var(--faint)" };
  const shown = new Map([...separate, others].map((share) => [share.id, share]));
  const layers = new Map<string, (number | null)[]>();
  for (const row of rows) {
    const own = layerOf(row, by).id;
    const id = shown.has(own) ? own : OTHER_VALUES;
    const values = layers.get(id) ?? buckets.map(() => null);
    values[row.bucket] = (values[row.bucket] ?? 0) + row.count;
    layers.set(id, values);
  }
  return chart(
    stats,
    [...shown.values()].flatMap(({ id, label, color }): ChartSeries[] => {
      const values = layers.get(id);
      return values ? [{ label, values, color, look: "bars" }] : [];
    }),
  );
}

/** The mean of the numbers in each bucket; undefined where there are none. */
export function meanChart(stats: FeedbackStats): ChartData | undefined {
  const { buckets = [], stats: rows = [] } = stats;
  if (numbersOf(rows) === undefined) return undefined;
  const values = buckets.map((_, bucket) => numbersOf(rows.filter((row) => row.bucket === bucket))?.mean ?? null);
  return chart(stats, [{ label: "Mean", values, color: "var(--accent)", look: "line" }]);
}

/** Mean, minimum and maximum of all numbers; undefined when there are none. */
export function numbersOf(rows: readonly FeedbackCount[]): { mean: number; min: number; max: number } | undefined {
  let [numbers, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    numbers += row.numbers;
    sum += row.sum;
    min = Math.min(min, row.min ?? min);
    max = Math.max(max, row.max ?? max);
  }
  return numbers === 0 ? undefined : { mean: sum / numbers, min, max };
}

/** What a count belongs to. */
function layerOf(row: FeedbackCount, by: "type" | "value"): Layer {
  const { feedback_type: type, value, low, high, others, count } = row;
  if (by === "type") return { id: type, key: type, label: typeWords(type), count, group: "named", low: 0 };
  if (low !== undefined || high !== undefined) {
    const place = high === undefined ? Number.POSITIVE_INFINITY : (low ?? Number.NEGATIVE_INFINITY);
    return {
      id: `range ${low} ${high}`,
      key: undefined,
      label: rangeWords(low, high),
      count,
      group: "range",
      low: place,
    };
  }
  if (value !== undefined) return { id: `value ${value}`, key: value, label: value, count, group: "named", low: 0 };
  if (others) return { id: OTHER_VALUES, key: undefined, label: OTHER_VALUES, count, group: "other", low: 0 };
  return { id: NO_VALUE, key: undefined, label: NO_VALUE, count, group: "other", low: 1 };
}

function chart({ buckets = [] }: FeedbackStats, series: ChartSeries[]): ChartData {
  const ends = buckets.at(-1)?.end;
  return { starts: buckets.map(({ start }) => Date.parse(start)), end: ends ? Date.parse(ends) : 0, series };
}
