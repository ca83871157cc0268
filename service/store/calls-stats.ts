import { AppError } from "@/lib/contract/app-error";
import type { StatsGroup } from "@/lib/contract/call-stats";
import type { TokenUsage } from "@/lib/contract/calls";
import { TOKEN_COUNTS, usageOf } from "./call-usage";
import { type StatsQuery, statsStatements } from "./calls-stats-statements";
import type { Database } from "./database";
import { Latencies } from "./latency-bins";
import { type Row, optionalNumber, optionalText, requiredNumber } from "./row";
import { findCandidates } from "./search-candidates";

type Group = { [Name in StatsGroup]?: string };

/** Of a bucket and group; of the whole range without `bucket`. */
export type CountedCalls = Group & {
  bucket?: number;
  count: number;
  errors: number;
  latency_p50_ms?: number;
  latency_p95_ms?: number;
  latency_p99_ms?: number;
};

/** Tokens of a bucket and group, each once, that have the same price: `price` is its place in the query's list. */
export type CountedUsage = Group & { bucket: number; price?: number; count: number; usage: TokenUsage };

const SHARES = [0.5, 0.95, 0.99];

/** See `Store.countByTime`. */
export async function countByTime(
  database: Database,
  query: StatsQuery,
): Promise<{ calls: CountedCalls[]; usage: CountedUsage[] }> {
  const tally = new Tally(query.limit);
  const candidates = await findCandidates(database, query);
  for (const statement of statsStatements({ ...query, candidates })) tally.add(await database.query(...statement));
  return tally.result();
}

type CallTally = Group & { bucket?: number; count: number; errors: number; latencies: Latencies };

/** Adds cells up, by bucket and group, and by group over all buckets. */
class Tally {
  readonly #calls = new Map<string, CallTally>();
  readonly #usage = new Map<string, CountedUsage>();

  constructor(readonly limit: number) {}

  add(cells: readonly Row[]): void {
    let scanned = 0;
    for (const cell of cells) {
      const bucket = requiredNumber(cell, "bucket");
      const group = { op_name: optionalText(cell, "op_name"), model: optionalText(cell, "model") };
      const packed = optionalText(cell, "latencies");
      const latencies = packed === undefined ? undefined : Buffer.from(packed, "base64");
      this.#addCalls({ ...group, bucket }, cell, latencies);
      this.#addCalls(group, cell, latencies);
      this.#addUsage({ ...group, bucket, price: optionalNumber(cell, "place") }, cell);
      scanned += Number(cell.scanned === true);
    }
    if (Math.max(scanned, this.#calls.size, this.#usage.size) > this.limit) throw tooMany(this.limit);
  }

  result(): { calls: CountedCalls[]; usage: CountedUsage[] } {
    return { calls: [...this.#calls.values()].map(withPercentiles), usage: [...this.#usage.values()] };
  }

  #addCalls(group: Group & { bucket?: number }, cell: Row, latencies: Buffer | undefined): void {
    const key = keyOf(group.bucket, group.op_name, group.model);
    const tally = this.#calls.get(key) ?? { ...group, count: 0, errors: 0, latencies: new Latencies() };
    tally.count += requiredNumber(cell, "calls");
    tally.errors += requiredNumber(cell, "errors");
    if (latencies) tally.latencies.add(latencies);
    this.#calls.set(key, tally);
  }

  #addUsage(group: Group & { bucket: number; price?: number }, cell: Row): void {
    const counted = requiredNumber(cell, "counted");
    if (counted === 0) return;
    const key = keyOf(group.bucket, group.op_name, group.model, group.price);
    const tally = this.#usage.get(key) ?? { ...group, count: 0, usage: {} };
    tally.count += counted;
    tally.usage = sumOf(tally.usage, usageOf(cell) ?? {});
    this.#usage.set(key, tally);
  }
}

function sumOf(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum: TokenUsage = {};
  for (const count of TOKEN_COUNTS) {
    const [a, b] = [one[count], other[count]];
    sum[count] = a === undefined || b === undefined ? (a ?? b) : a + b;
  }
  return sum;
}

function keyOf(...parts: (string | number | undefined)[]): string {
  return JSON.stringify(parts);
}

function withPercentiles({ latencies, ...tally }: CallTally): CountedCalls {
  const [latency_p50_ms, latency_p95_ms, latency_p99_ms] = latencies.percentiles(SHARES);
  return { ...tally, latency_p50_ms, latency_p95_ms, latency_p99_ms };
}

function tooMany(limit: number): AppError {
  const message = `makes more than ${limit} buckets of groups: narrow the range or the filter, or widen the granularity`;
  return new AppError("invalid", `group_by ${message}`, { errors: [{ path: "group_by", message }] });
}
