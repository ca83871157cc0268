/**
 * An exponential moving average: each value has the weight 1 − `weight` relative to the previous ones, and the start is
 * not biased towards zero. `weight` 0 returns the values unchanged. Gaps stay gaps and are ignored.
 *
 * Source of the bias correction: Kingma and Ba, "Adam", arXiv 1412.6980, section 3.
 */
export function smooth(values: readonly (number | null)[], weight: number): (number | null)[] {
  let average = 0;
  let remaining = 1;
  return values.map((value) => {
    if (value === null) return null;
    average = weight * average + (1 - weight) * value;
    remaining *= weight;
    return average / (1 - remaining);
  });
}
