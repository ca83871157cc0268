/** One line or layer of a chart. */
export interface ChartSeries {
  label: string;
  /** One value a bucket; null where there is none. */
  values: readonly (number | null)[];
  /** A token's CSS value, such as `var(--error)` or what `paletteColor` gives. */
  color: string;
  look: "bars" | "line";
}

/** What a chart is drawn from: buckets along x, which are milliseconds since 1970 or plain numbers. */
export interface ChartData {
  /** Where each bucket begins, in order. */
  starts: readonly number[];
  /** Where the last one ends. */
  end: number;
  series: readonly ChartSeries[];
  /**
   * Set where x are points rather than buckets: the word for one, as in `Step`, and where the axis begins; y fits the
   * values.
   */
  points?: { word: string; from: number };
  /** Where y ends although some values are higher (`ceilingOf`): those are marked. */
  ceiling?: number;
}

/** A highest value that exceeds the usual ones by this factor is cut off. */
const FAR_OFF = 4;
/** Largest share of buckets that is cut off; one bucket where there are few. */
const CUT_SHARE = 0.05;
const FEWEST_USUAL = 4;
const HEADROOM = 1.25;

/** Where to cut off lines of which a few buckets are far above all others; undefined where none are. */
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

/** The places of the buckets with a value above the chart's ceiling. */
export function cutOff({ starts, series, ceiling }: ChartData): number[] {
  if (ceiling === undefined) return [];
  return starts.flatMap((_start, index) => ((highestAt(series, index) ?? 0) > ceiling ? [index] : []));
}

function highestAt(series: readonly ChartSeries[], index: number): number | undefined {
  const values = series.flatMap(({ values: all }) => all[index] ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
}

/** What x goes from and to. The last bucket has at least the room of the one before: one that ends now may have just begun. */
export function xRange({ starts, end, points }: ChartData): [number, number] {
  const first = points?.from ?? starts[0] ?? 0;
  const [before, last] = [starts.at(-2), starts.at(-1)];
  const whole = points || before === undefined || last === undefined ? end : Math.max(end, last + (last - before));
  return [first, whole > first ? whole : first + 1];
}

/** Where a bucket ends. */
export function endOf({ starts, end }: ChartData, index: number): number {
  return starts[index + 1] ?? end;
}

/** The bucket that a position lies in; the nearest one outside of all. Of points the nearest. */
export function bucketAt({ starts, points }: Pick<ChartData, "starts" | "points">, position: number): number {
  const after = starts.findIndex((start) => start > position);
  const before = Math.max(0, (after < 0 ? starts.length : after) - 1);
  const [from, to] = [starts[before] ?? 0, starts[before + 1]];
  return points && to !== undefined && to - position < position - from ? before + 1 : before;
}

/** The whole buckets that two positions lie in, as where the first begins and the last ends. */
export function bucketsBetween(data: ChartData, a: number, b: number): { from: number; to: number } | undefined {
  if (data.starts.length === 0) return undefined;
  const [first, last] = [bucketAt(data, Math.min(a, b)), bucketAt(data, Math.max(a, b))];
  return { from: data.starts[first] ?? 0, to: endOf(data, last) };
}

/** The layers as heights to draw from zero up, each with all below it; lines stay as they are. */
export function stackBars(series: readonly ChartSeries[]): (number | null)[][] {
  let below: readonly number[] = [];
  return series.map(({ look, values }) => {
    if (look === "line") return [...values];
    const floor = below;
    below = values.map((value, index) => (floor[index] ?? 0) + (value ?? 0));
    return [...below];
  });
}

/** The values of one bucket in words: `Calls 12, Errors 2`. */
export function bucketWords(data: ChartData, index: number, format: (value: number) => string): string {
  const words = data.series.flatMap(({ label, values }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [`${label} ${format(value)}`];
  });
  return words.join(", ") || "nothing";
}

/** The heights that bars and lines of buckets need with the zero line, and some room: a mean may lie below zero. */
export function yWithZero(min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  return low === 0 && high === 0 ? [0, 1] : [low * 1.05, high * 1.05];
}
