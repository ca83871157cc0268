/** One line or layer of a chart. */
export interface ChartSeries {
  label: string;
  /** One value per bucket; null if there is none. */
  values: readonly (number | null)[];
  /** A CSS value, such as `var(--error)` or the result of `paletteColor`. */
  color: string;
  look: "bars" | "line";
}

/** The data of a chart: buckets along x, which are milliseconds since 1970 or plain numbers. */
export interface ChartData {
  /** The start of each bucket, in order. */
  starts: readonly number[];
  /** The end of the last bucket. */
  end: number;
  series: readonly ChartSeries[];
  /**
   * Set if x are points instead of buckets: the word for one, as in `Step`, and the start of the axis; y fits the
   * values.
   */
  points?: { word: string; from: number };
  /** The maximum of y if some values are higher (`ceilingOf`), which are marked. */
  ceiling?: number;
}

/** The highest values are cut off if they exceed the usual ones by this factor. */
const FAR_OFF = 4;
/** Largest share of buckets that is cut off; one bucket if there are few. */
const CUT_SHARE = 0.05;
const FEWEST_USUAL = 4;
const HEADROOM = 1.25;

/** Where to cut off lines of which a few buckets are far above all others; undefined if none are. */
export function ceilingOf(series: readonly ChartSeries[]): number | undefined {
  const buckets = series.reduce((most, { values }) => Math.max(most, values.length), 0);
  const highest = Array.from({ length: buckets }, (_, index) => highestAt(series, index))
    .filter((value) => value !== undefined)
    .toSorted((a, b) => a - b);
  const cut = Math.max(1, Math.floor(highest.length * CUT_SHARE));
  const usual = highest[highest.length - 1 - cut];
  const isFar = usual !== undefined && usual > 0 && (highest.at(-1) ?? 0) > usual * FAR_OFF;
  return isFar && highest.length - cut >= FEWEST_USUAL ? usual * HEADROOM : undefined;
}

/** The indexes of the buckets with a value above the chart's ceiling. */
export function cutOff({ starts, series, ceiling }: ChartData): number[] {
  if (ceiling === undefined) return [];
  return starts.flatMap((_start, index) => ((highestAt(series, index) ?? 0) > ceiling ? [index] : []));
}

function highestAt(series: readonly ChartSeries[], index: number): number | undefined {
  const values = series.flatMap(({ values: all }) => all[index] ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
}

/**
 * The range of x. The last bucket is at least as wide as the previous one, since one that ends now may have just begun.
 * Lines of a single bucket are one dot, which is in the middle: at the edge half of it would be cut off.
 */
export function xRange({ starts, end, points, series }: ChartData): [number, number] {
  const first = points?.from ?? starts[0] ?? 0;
  const [before, last] = [starts.at(-2), starts.at(-1)];
  if (starts.length === 1 && series.length > 0 && series.every(({ look }) => look === "line")) {
    const half = Math.max(1, end - first);
    // There is no step or other point before 0.
    return [points ? Math.max(Math.min(0, first), first - half) : first - half, first + half];
  }
  const whole = points || before === undefined || last === undefined ? end : Math.max(end, last + (last - before));
  return [first, whole > first ? whole : first + 1];
}

/** Powers of ten of the distances between ticks. */
const POWERS = { smallest: -12, largest: 15 };

/**
 * Distances that the ticks of an axis may have: 1, 2 and 5 times powers of ten, so that a tick of a small whole axis is
 * never 2.5, whose rounded label would be wrong. Where all values are whole, at least 1.
 */
export function tickSteps(values: readonly number[] = []): number[] {
  const smallest = values.length > 0 && values.every((value) => Number.isInteger(value)) ? 0 : POWERS.smallest;
  const powers = Array.from({ length: POWERS.largest - smallest + 1 }, (_value, index) => smallest + index);
  return powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
}

export function endOf({ starts, end }: ChartData, index: number): number {
  return starts[index + 1] ?? end;
}

/** The bucket at a position; the nearest one outside of all. For points, the nearest. */
export function bucketAt({ starts, points }: Pick<ChartData, "starts" | "points">, position: number): number {
  const after = starts.findIndex((start) => start > position);
  const before = Math.max(0, (after < 0 ? starts.length : after) - 1);
  const [from, to] = [starts[before] ?? 0, starts[before + 1]];
  return points && to !== undefined && to - position < position - from ? before + 1 : before;
}

/** The whole buckets at two positions, as the start of the first and the end of the last. */
export function bucketsBetween(data: ChartData, a: number, b: number): { from: number; to: number } | undefined {
  if (data.starts.length === 0) return undefined;
  const [first, last] = [bucketAt(data, Math.min(a, b)), bucketAt(data, Math.max(a, b))];
  return { from: data.starts[first] ?? 0, to: endOf(data, last) };
}

/** The layers stacked from zero up, each including all below it; lines are unchanged. */
export function stackBars(series: readonly ChartSeries[]): (number | null)[][] {
  let below: readonly number[] = [];
  return series.map(({ look, values }) => {
    if (look === "line") return [...values];
    const floor = below;
    below = values.map((value, index) => (floor[index] ?? 0) + (value ?? 0));
    return [...below];
  });
}

/** The values of one bucket as text: `Calls 12, Errors 2`. */
export function bucketWords(data: ChartData, index: number, format: (value: number) => string): string {
  const words = data.series.flatMap(({ label, values }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [`${label} ${format(value)}`];
  });
  return words.join(", ") || "nothing";
}

/** How far a multiple of a step may be off, since 0.1 has no exact form. */
const ROUNDING = 1e-6;

/** The possible distances of ticks, rising, and how many of them have room. */
interface Ticks {
  steps: readonly number[];
  fitting: number;
}

/**
 * The range of y for bars and lines of buckets including the zero line; a mean may be below zero. It ends at ticks, so that
 * the labels reach beyond the values.
 */
export function yWithZero(min: number | null, max: number | null, { steps, fitting }: Ticks): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  if (low === 0 && high === 0) return [0, 1];
  for (const step of steps) {
    const below = Math.min(0, Math.floor(low / step + ROUNDING));
    const above = Math.max(0, Math.ceil(high / step - ROUNDING));
    if (above - below <= fitting) return [below * step, above * step];
  }
  return [low, high];
}

/** The steps that lead from one end of a range to the other and have room; all if none does, as between measured values. */
export function stepsWithin([low, high]: readonly [number, number], { steps, fitting }: Ticks): number[] {
  const isWhole = (count: number) => Math.abs(count - Math.round(count)) < ROUNDING;
  const hasRoom = (step: number) => {
    const count = (high - low) / step;
    return count > 1 - ROUNDING && count <= fitting * (1 + ROUNDING);
  };
  const exact = steps.filter((step) => hasRoom(step) && isWhole(low / step) && isWhole(high / step));
  return exact.length > 0 ? exact : [...steps];
}
