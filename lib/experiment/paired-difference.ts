/** The score of one example in the baseline and in the experiment that is compared with it. */
export type Pair = readonly [before: number, after: number];

/** An interval that has the mean difference at 95% confidence. */
interface Interval {
  low: number;
  high: number;
}

/** The mean of paired differences. */
export interface PairedDifference {
  mean: number;
  /** Examples that have the score in both. */
  count: number;
  /** Undefined where the pairs are too few, or too much alike, to say anything of other examples. */
  interval: Interval | undefined;
  /** Examples that are higher than the baseline, lower, and the same. */
  higher: number;
  lower: number;
  same: number;
}

/** The mean of paired differences, with its interval; undefined without any. `pause` is awaited between turns of work. */
export async function pairedDifference(
  pairs: readonly Pair[],
  pause: () => Promise<void>,
): Promise<PairedDifference | undefined> {
  const count = pairs.length;
  if (count === 0) return undefined;
  const differences = pairs.map(([before, after]) => after - before);
  return {
    mean: differences.reduce((sum, one) => sum + one, 0) / count,
    count,
    interval: pairs.every((pair) => pair.every((score) => score === 0 || score === 1))
      ? rateInterval(pairs)
      : await bootstrapInterval(differences, pause),
    higher: differences.filter((one) => one > 0).length,
    lower: differences.filter((one) => one < 0).length,
    same: differences.filter((one) => one === 0).length,
  };
}

/** That of 95% in the standard normal distribution. */
const Z = 1.959964;

/**
 * The interval of the difference of two paired rates, also for few pairs or if all are alike (Newcombe, Improved confidence
 * intervals for the difference between binomial proportions based on paired data, Statistics in Medicine 17, 1998, method
 * 10): the Wilson intervals of both rates, combined with the correlation of the pairs.
 */
function rateInterval(pairs: readonly Pair[]): Interval {
  const count = pairs.length;
  const cells = (before: number, after: number) => pairs.filter(([a, b]) => a === before && b === after).length;
  const [both, second, first, neither] = [cells(1, 1), cells(0, 1), cells(1, 0), cells(0, 0)];
  const [rateAfter, rateBefore] = [(both + second) / count, (both + first) / count];
  const [after, before] = [wilsonInterval(rateAfter, count), wilsonInterval(rateBefore, count)];
  const product = (both + second) * (first + neither) * (both + first) * (second + neither);
  const excess = both * neither - second * first;
  const correlation = product === 0 ? 0 : (excess > 0 ? Math.max(excess - count / 2, 0) : excess) / Math.sqrt(product);
  const distance = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * correlation * a * b + b * b));
  const difference = rateAfter - rateBefore;
  return {
    low: Math.max(-1, difference - distance(rateAfter - after.low, before.high - rateBefore)),
    high: Math.min(1, difference + distance(after.high - rateAfter, rateBefore - before.low)),
  };
}

/** The score interval of a rate (Wilson, Probable inference, JASA 22, 1927). */
function wilsonInterval(rate: number, count: number): Interval {
  const square = Z * Z;
  const center = (rate + square / (2 * count)) / (1 + square / count);
  const half = (Z * Math.sqrt((rate * (1 - rate)) / count + square / (4 * count * count))) / (1 + square / count);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/**
 * Pairs of numbers below which there is no interval: percentiles of resampled means are too narrow for few of them
 * (Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician 69, 2015, section 4).
 */
const FEWEST = 20;
/** Samples that are drawn with replacement. */
const RESAMPLES = 2_000;
const LEVEL = 0.95;
/** Draws after which the caller may pause: some milliseconds of work. */
const DRAWS_PER_TURN = 1_000_000;

/**
 * Percentiles of the means of samples with replacement (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
 * chapter 13). The same differences always have the same interval; those that are all equal have none, since no sample
 * would differ.
 */
async function bootstrapInterval(
  differences: readonly number[],
  pause: () => Promise<void>,
): Promise<Interval | undefined> {
  const count = differences.length;
  const [first] = differences;
  if (count < FEWEST || differences.every((one) => one === first)) return undefined;
  const random = generator();
  const means: number[] = [];
  let draws = 0;
  for (let sample = 0; sample < RESAMPLES; sample += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += differences[Math.floor(random() * count)] ?? 0;
    means.push(sum / count);
    draws += count;
    if (draws < DRAWS_PER_TURN) continue;
    draws = 0;
    await pause();
  }
  means.sort((a, b) => a - b);
  const tail = Math.floor(((1 - LEVEL) / 2) * RESAMPLES);
  return { low: means[tail] ?? 0, high: means[RESAMPLES - 1 - tail] ?? 0 };
}

/** Numbers from 0 up to 1 in a fixed order: xorshift with 32 bits (Marsaglia, Xorshift RNGs, 2003). */
function generator(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
