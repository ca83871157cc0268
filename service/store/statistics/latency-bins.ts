/**
 * Latencies are counted in bins that grow by four percent, and a percentile is the mean of the bin it is in: exact if a
 * bin contains one, and otherwise off by less than two percent, without sorting a million of them. Microseconds are
 * integers, so that a sum does not depend on its order.
 */
export const LATENCY_BIN =
  "case when c.latency_ms is not null then floor(ln(greatest(c.latency_ms, 0.001)) * 25)::int end";
export const LATENCY_MICROSECONDS = "round(c.latency_ms * 1000)";

/** The bins of a group as bytes, from rows with `bin`, `ended` (the count in it) and `latency_us` (their sum). */
export const PACK_BINS = `string_agg(int2send(bin::smallint) || int4send(ended::int) || float8send(latency_us), ''::bytea)
    filter (where ended > 0)`;

const BIN_BYTES = 2 + 4 + 8;
const COUNT_AT = 2;
const SUM_AT = 6;
const MICROSECONDS = 1000;

/** From a microsecond, the shortest latency that is counted, to ten thousand years. */
const LOWEST_BIN = -173;
const BINS = 1024;

/** This many packed bins are merged, so that they take no more space than their sum. */
const PARTS = 32;

// Used where packed bins are summed, one group after the other.
const counts = new Float64Array(BINS);
const sums = new Float64Array(BINS);

/** Latencies of some calls, from any number of packed bins. */
export class Latencies {
  #parts: Buffer[] = [];

  /** Adds the bytes of `PACK_BINS`. */
  add(packed: Buffer): void {
    this.#parts.push(packed);
    if (this.#parts.length === PARTS) this.#parts = [pack(this.#parts)];
  }

  /** Adds those of another. */
  merge(other: Latencies): void {
    for (const part of other.#parts) this.add(part);
  }

  /**
   * The milliseconds that each of some ascending shares of the latencies does not exceed; none if there are no
   * latencies.
   */
  percentiles(shares: readonly number[]): number[] {
    const total = addUp(this.#parts);
    const found: number[] = [];
    let upTo = 0;
    for (let bin = 0; found.length < shares.length && bin < BINS; bin += 1) {
      const count = counts[bin] ?? 0;
      upTo += count;
      while (count > 0 && upTo >= (shares[found.length] ?? Number.POSITIVE_INFINITY) * total)
        found.push((sums[bin] ?? 0) / count / MICROSECONDS);
    }
    return found;
  }
}

/** Fills `counts` and `sums`; returns the number of latencies. */
function addUp(parts: readonly Buffer[]): number {
  counts.fill(0);
  sums.fill(0);
  let total = 0;
  for (const part of parts)
    for (let at = 0; at < part.length; at += BIN_BYTES) {
      const bin = part.readInt16BE(at) - LOWEST_BIN;
      const count = part.readInt32BE(at + COUNT_AT);
      counts[bin] = (counts[bin] ?? 0) + count;
      sums[bin] = (sums[bin] ?? 0) + part.readDoubleBE(at + SUM_AT);
      total += count;
    }
  return total;
}

function pack(parts: readonly Buffer[]): Buffer {
  addUp(parts);
  const packed = Buffer.alloc(BIN_BYTES * counts.reduce((filled, count) => filled + Math.sign(count), 0));
  let at = 0;
  for (const [bin, count] of counts.entries()) {
    if (count === 0) continue;
    packed.writeInt16BE(bin + LOWEST_BIN, at);
    packed.writeInt32BE(count, at + COUNT_AT);
    packed.writeDoubleBE(sums[bin] ?? 0, at + SUM_AT);
    at += BIN_BYTES;
  }
  return packed;
}
