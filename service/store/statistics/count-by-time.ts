import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { AppError } from "@/lib/contract/app-error";
import type { StatsGroup } from "@/lib/contract/call-stats";
import type { TokenUsage } from "@/lib/contract/calls";
import { usageOf } from "@/service/store/calls/usage";
import { type StatsQuery, statsStatements } from "./statements";
import type { Database } from "@/service/store/connections/database";
import { Latencies } from "./latency-bins";
import { type Row, optionalDecimal, optionalNumber, optionalText, requiredNumber } from "@/service/store/sql/row";
import { findCandidates } from "@/service/store/search/candidates";

type Group = { [Name in StatsGroup]?: string };

/** The counts of a bucket and group; without `bucket`, of the whole range. */
export type CountedCalls = Group & {
  bucket?: number;
  count: number;
  errors: number;
  latency_p50_ms?: number;
  latency_p95_ms?: number;
  latency_p99_ms?: number;
  usage: CountedUsage[];
  stated: StatedCosts[];
};

/**
 * Tokens with the same price, each counted once: `price` is an index into the query's list. Stated costs that count
 * include those that are `covered`.
 */
export type CountedUsage = { price?: number; covered: boolean; count: number; usage: TokenUsage };

/** Stated costs of one source that count: amounts in USD, which together are those of `count` calls. */
export type StatedCosts = { source: string; count: number; amounts: number[] };

const SHARES = [0.5, 0.95, 0.99];

/**
 * Counts the calls that started within a range, by bucket of time and group, and over the whole range (no `bucket`);
 * and their tokens, each once, by the price that applies.
 */
export async function countByTime(database: Database, query: StatsQuery): Promise<CountedCalls[]> {
  const tally = new Tally(query.limit);
  const candidates = await findCandidates(database.scans, query);
  for (const statement of statsStatements({ ...query, candidates }))
    tally.add(await database.scans.query(...statement));
  return tally.result();
}

/** Sums cells by bucket and group, and by group over all buckets. */
class Tally {
  readonly #groups = new Map<string, { group: Group; whole: CallTally; buckets: Map<number, CallTally> }>();

  constructor(readonly limit: number) {}

  add(cells: readonly Row[]): void {
    let scanned = 0;
    for (const row of cells) {
      const { whole, buckets } = this.#groupOf({
        op_name: optionalText(row, "op_name"),
        model: optionalText(row, "model"),
      });
      const bucket = requiredNumber(row, "bucket");
      const ofBucket = buckets.get(bucket) ?? new CallTally();
      buckets.set(bucket, ofBucket);
      const cell = readCell(row);
      whole.add(cell);
      ofBucket.add(cell);
      scanned += Number(row.scanned === true);
    }
    const groups = [...this.#groups.values()];
    const counted = groups.reduce((sum, { buckets }) => sum + 1 + buckets.size, 0);
    const priced = groups.reduce((sum, { buckets }) => sum + sizeOf(buckets.values()), 0);
    if (Math.max(scanned, counted, priced) > this.limit) throw tooMany(this.limit);
  }

  result(): CountedCalls[] {
    return [...this.#groups.values()].flatMap(({ group, whole, buckets }) => [
      { ...group, ...whole.result() },
      ...[...buckets].map(([bucket, tally]) => ({ ...group, bucket, ...tally.result() })),
    ]);
  }

  #groupOf(group: Group) {
    const key = JSON.stringify([group.op_name, group.model]);
    const known = this.#groups.get(key);
    if (known) return known;
    const made = { group, whole: new CallTally(), buckets: new Map<number, CallTally>() };
    this.#groups.set(key, made);
    return made;
  }
}

type Cell = ReturnType<typeof readCell>;

function readCell(row: Row) {
  const packed = optionalText(row, "latencies");
  return {
    calls: requiredNumber(row, "calls"),
    errors: requiredNumber(row, "errors"),
    latencies: packed === undefined ? undefined : Buffer.from(packed, "base64"),
    price: optionalNumber(row, "place"),
    covered: row.cost_covered === true,
    source: optionalText(row, "cost_source"),
    stated: { calls: requiredNumber(row, "stated_calls"), amount: optionalDecimal(row, "stated_cost") ?? 0 },
    counted: requiredNumber(row, "counted"),
    usage: usageOf(row) ?? {},
  };
}

/** The total of the cells of one bucket and group. */
class CallTally {
  #count = 0;
  #errors = 0;
  readonly #latencies = new Latencies();
  readonly #usage = new Map<string, CountedUsage>();
  readonly #stated = new Map<string, StatedCosts>();

  get prices(): number {
    return this.#usage.size;
  }

  add({ calls, errors, latencies, price, covered, counted, usage, source, stated }: Cell): void {
    this.#count += calls;
    this.#errors += errors;
    if (latencies) this.#latencies.add(latencies);
    if (source !== undefined) {
      const known = this.#stated.get(source) ?? { source, count: 0, amounts: [] };
      known.count += stated.calls;
      known.amounts.push(stated.amount);
      this.#stated.set(source, known);
    }
    if (counted === 0) return;
    const key = `${price} ${covered}`;
    const known = this.#usage.get(key);
    const sum = { count: counted + (known?.count ?? 0), usage: known ? sumOf(known.usage, usage) : usage };
    this.#usage.set(key, { price, covered, ...sum });
  }

  result(): Omit<CountedCalls, "bucket" | StatsGroup> {
    const [latency_p50_ms, latency_p95_ms, latency_p99_ms] = this.#latencies.percentiles(SHARES);
    const latencies = { latency_p50_ms, latency_p95_ms, latency_p99_ms };
    return {
      count: this.#count,
      errors: this.#errors,
      ...latencies,
      usage: [...this.#usage.values()],
      stated: [...this.#stated.values()],
    };
  }
}

function sizeOf(tallies: Iterable<CallTally>): number {
  let size = 0;
  for (const tally of tallies) size += tally.prices;
  return size;
}

function sumOf(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum: TokenUsage = {};
  for (const count of TOKEN_COUNTS) {
    const [a, b] = [one[count], other[count]];
    sum[count] = a === undefined || b === undefined ? (a ?? b) : a + b;
  }
  return sum;
}

function tooMany(limit: number): AppError {
  const message = `would produce more than ${limit} rows (buckets × groups); narrow the range or the filter, or choose a larger granularity`;
  return new AppError("invalid", `group_by ${message}`, { errors: [{ path: "group_by", message }] });
}
