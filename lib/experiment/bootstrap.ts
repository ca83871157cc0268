/** Samples that are drawn with replacement. */
const RESAMPLES = 2_000;
const LEVEL = 0.95;
/** Draws after which the caller may pause: some milliseconds of work. */
const DRAWS_PER_TURN = 1_000_000;

/** The mean of paired differences, with an interval that has it at 95% confidence. */
export interface MeanDifference {
  mean: number;
  low: number;
  high: number;
  /** Examples that are higher than the baseline, lower, and the same. */
  higher: number;
  lower: number;
  same: number;
}

/**
 * The mean of paired differences and its 95% interval: percentiles of the means of samples with replacement (Efron and
 * Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). The same differences always have the same interval.
 * Undefined without any. `pause` is awaited between turns of work.
 */
export async function meanDifference(
  differences: readonly number[],
  pause: () => Promise<void>,
): Promise<MeanDifference | undefined> {
  const count = differences.length;
  if (count === 0) return undefined;
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
  return {
    mean: differences.reduce((sum, one) => sum + one, 0) / count,
    low: means[tail] ?? 0,
    high: means[RESAMPLES - 1 - tail] ?? 0,
    higher: differences.filter((one) => one > 0).length,
    lower: differences.filter((one) => one < 0).length,
    same: differences.filter((one) => one === 0).length,
  };
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
