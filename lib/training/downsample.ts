/** Points of a line, in the order of x; null where there is no number. */
export interface Points {
  xs: readonly number[];
  ys: readonly (number | null)[];
}

/**
 * The points for drawing a line that is `columns` pixels wide: of every column the first, the last, the lowest and the
 * highest, so that the picture is that of all points, with every extreme in it. Fewer points are returned unchanged.
 *
 * Source: Jugel, Jerzak, Hackenbroich, Markl, "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014.
 */
export function downsample({ xs, ys }: Points, columns: number): Points {
  if (xs.length <= columns * 4) return { xs, ys };
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  const width = (last - first) / columns || 1;
  const indexes: number[] = [];
  let from = 0;
  while (from < xs.length) {
    const column = Math.min(columns - 1, Math.floor(((xs[from] ?? 0) - first) / width));
    const end = column === columns - 1 ? Number.POSITIVE_INFINITY : first + (column + 1) * width;
    let to = from + 1;
    while (to < xs.length && (xs[to] ?? 0) < end) to += 1;
    indexes.push(...ofColumn(ys, from, to));
    from = to;
  }
  return { xs: indexes.map((index) => xs[index] ?? 0), ys: indexes.map((index) => ys[index] ?? null) };
}

/** First, lowest, highest, last, and one gap where there is any, each once and in order. */
function ofColumn(ys: readonly (number | null)[], from: number, to: number): number[] {
  const found = new Set([from, to - 1]);
  let [lowest, highest, gap] = [-1, -1, -1];
  for (let index = from; index < to; index += 1) {
    const y = ys[index] ?? null;
    if (y === null) {
      gap = gap < 0 ? index : gap;
      continue;
    }
    if (lowest < 0 || y < (ys[lowest] ?? y)) lowest = index;
    if (highest < 0 || y > (ys[highest] ?? y)) highest = index;
  }
  for (const index of [lowest, highest, gap]) if (index >= 0) found.add(index);
  return [...found].toSorted((a, b) => a - b);
}
