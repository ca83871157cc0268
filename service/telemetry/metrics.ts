export type Labels = Readonly<Record<string, string>>;
/** The durations of one series: how many were in each interval that ends with one of `bounds`, and above the last. */
export type Distribution = { bounds: readonly number[]; counts: readonly number[]; count: number; sum: number };
export type Series = { labels: Labels; value: number | Distribution };
/** A metric with its current values. */
export type Reading = { name: string; help: string; type: "counter" | "gauge" | "histogram"; series: Series[] };
type Family = Omit<Reading, "series"> & { series: () => Iterable<Series> };
type Sample = { name: string; labels: Labels; value: number };

/** A metric as Prometheus reads it: what it is, and a line for each of its series. */
export type MetricFamily = { name: string; head: string; lines: string };

/** Upper bounds, seconds: from a read by id to the longest statement. */
const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counters and measurements of the process for Prometheus (text exposition format 0.0.4). Labels have fixed sets of
 * values, never values from callers, so the number of series is limited and they reveal nothing about projects.
 */
export class Metrics {
  readonly #families: Family[] = [];

  /** A counter; the returned function increments the series of the given labels. */
  counter(name: string, help: string): (labels: Labels) => void {
    const series = new Map<string, { labels: Labels; value: number }>();
    this.#families.push({ name, help, type: "counter", series: () => series.values() });
    return (labels) => {
      const counted = seriesOf(series, labels, () => ({ labels, value: 0 }));
      counted.value += 1;
    };
  }

  /** Values that are read when the metrics are requested. */
  gauge(name: string, help: string, read: () => number | readonly { labels: Labels; value: number }[]): void {
    this.#readWhenAsked(name, help, "gauge", read);
  }

  /** Like `gauge`, for totals that are counted elsewhere. */
  total(name: string, help: string, read: () => number | readonly { labels: Labels; value: number }[]): void {
    this.#readWhenAsked(name, help, "counter", read);
  }

  /** A histogram of durations; the returned function records one, in seconds. */
  durations(name: string, help: string): (labels: Labels, seconds: number) => void {
    const series = new Map<string, Durations>();
    this.#families.push({ name, help, type: "histogram", series: () => series.values() });
    return (labels, seconds) => seriesOf(series, labels, () => new Durations(labels)).observe(seconds);
  }

  /** The current values. */
  read(): Reading[] {
    return this.#families.map(({ series, ...family }) => ({ ...family, series: [...series()] }));
  }

  /** The current values as text, each with these labels. */
  families(shared: Labels = {}): MetricFamily[] {
    return this.read().map(({ name, help, type, series }) => ({
      name,
      head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`,
      lines: series
        .flatMap((one) => samplesOf(name, one))
        .map((sample) => `${sample.name}${writeLabels({ ...shared, ...sample.labels })} ${sample.value}\n`)
        .join(""),
    }));
  }

  text(): string {
    return formatFamilies(this.families());
  }

  #readWhenAsked(
    name: string,
    help: string,
    type: "counter" | "gauge",
    read: () => number | readonly { labels: Labels; value: number }[],
  ): void {
    const series = () => {
      const found = read();
      return typeof found === "number" ? [{ labels: {}, value: found }] : found;
    };
    this.#families.push({ name, help, type, series });
  }
}

class Durations {
  readonly labels: Labels;
  readonly #counts = [...DURATION_BOUNDS.map(() => 0), 0];
  #count = 0;
  #sum = 0;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  get value(): Distribution {
    return { bounds: DURATION_BOUNDS, counts: [...this.#counts], count: this.#count, sum: this.#sum };
  }

  observe(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    const bucket = DURATION_BOUNDS.findIndex((bound) => seconds <= bound);
    const place = bucket === -1 ? DURATION_BOUNDS.length : bucket;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }
}

function samplesOf(name: string, { labels, value }: Series): Sample[] {
  if (typeof value === "number") return [{ name, labels, value }];
  let below = 0;
  const buckets = value.bounds.map((bound, index) => {
    below += value.counts[index] ?? 0;
    return { name: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...buckets,
    { name: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: value.count },
    { name: `${name}_sum`, labels, value: value.sum },
    { name: `${name}_count`, labels, value: value.count },
  ];
}

function seriesOf<Series>(known: Map<string, Series>, labels: Labels, make: () => Series): Series {
  const key = Object.values(labels).join("\0");
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** One text of metrics, of which several processes may have measured the same ones. */
export function formatFamilies(families: readonly MetricFamily[]): string {
  const byName = new Map<string, string>();
  for (const { name, head, lines } of families) byName.set(name, (byName.get(name) ?? head) + lines);
  return [...byName.values()].join("");
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
