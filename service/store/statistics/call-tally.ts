import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import type { TokenUsage } from "@/lib/contract/calls";
import { usageOf } from "@/service/store/calls/usage";
import { type Row, optionalDecimal, optionalNumber, optionalText, requiredNumber } from "@/service/store/sql/row";
import { Latencies } from "./latency-bins";

/** The counts of some calls. */
export type CallCounts = {
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

/** The total of some cells. */
export class CallTally {
  #count = 0;
  #errors = 0;
  readonly #latencies = new Latencies();
  readonly #usage = new Map<string, CountedUsage>();
  readonly #stated = new Map<string, StatedCosts>();

  get count(): number {
    return this.#count;
  }

  get prices(): number {
    return this.#usage.size;
  }

  /** Adds a row of cells. */
  add(row: Row): void {
    this.#count += requiredNumber(row, "calls");
    this.#errors += requiredNumber(row, "errors");
    const packed = optionalText(row, "latencies");
    if (packed !== undefined) this.#latencies.add(Buffer.from(packed, "base64"));
    const source = optionalText(row, "cost_source");
    if (source !== undefined)
      this.#addStated({
        source,
        count: requiredNumber(row, "stated_calls"),
        amounts: [optionalDecimal(row, "stated_cost") ?? 0],
      });
    const count = requiredNumber(row, "counted");
    if (count === 0) return;
    const [price, covered] = [optionalNumber(row, "place"), row.cost_covered === true];
    this.#addUsage({ price, covered, count, usage: usageOf(row) ?? {} });
  }

  merge(other: CallTally): void {
    this.#count += other.#count;
    this.#errors += other.#errors;
    this.#latencies.merge(other.#latencies);
    for (const stated of other.#stated.values()) this.#addStated(stated);
    for (const usage of other.#usage.values()) this.#addUsage(usage);
  }

  result(): CallCounts {
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

  #addStated({ source, count, amounts }: StatedCosts): void {
    const known = this.#stated.get(source) ?? { source, count: 0, amounts: [] };
    known.count += count;
    known.amounts.push(...amounts);
    this.#stated.set(source, known);
  }

  #addUsage({ price, covered, count, usage }: CountedUsage): void {
    const key = `${price} ${covered}`;
    const known = this.#usage.get(key);
    const sum = { count: count + (known?.count ?? 0), usage: known ? sumOf(known.usage, usage) : usage };
    this.#usage.set(key, { price, covered, ...sum });
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
