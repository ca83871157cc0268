/**
 * An exponential moving average: each value weighs 1 − `weight` beside what came before, and the start is not drawn
 * towards zero. `weight` 0 gives the values themselves. Gaps stay gaps and are passed over.
 *
 * Source of the correction at the start: Kingma and Ba, "Adam", arXiv 1412.6980, section 3.
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
