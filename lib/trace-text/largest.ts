/** The largest whole number in a range for which `fits` is true; the least if there is none. Smaller numbers must fit too. */
export function largest(least: number, most: number, fits: (value: number) => boolean): number {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
