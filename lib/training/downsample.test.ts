import fc from "fast-check";
import { expect, test } from "vitest";
import { downsample } from "./downsample";

test("few points stay as they are", () => {
  const few = { xs: [1, 2, 3], ys: [4, null, 5] };
  expect(downsample(few, 10)).toEqual(few);
});

test("a hundred thousand points become a few of each column, every extreme among them", () => {
  const xs = Array.from({ length: 100_000 }, (_, at) => at);
  const ys: (number | null)[] = xs.map((at) => Math.sin(at / 5000));
  ys[43_210] = 99;
  ys[60_001] = -99;
  ys[70_000] = null;
  const found = downsample({ xs, ys }, 500);
  expect(found.xs.length).toBeLessThanOrEqual(500 * 5);
  expect(found.xs.length).toBeGreaterThan(500);
  for (const [x, y] of [
    [0, 0],
    [43_210, 99],
    [60_001, -99],
    [70_000, null],
    [99_999, ys.at(-1)],
  ])
    expect(found.ys[found.xs.indexOf(x ?? 0)]).toBe(y);
});

test("for any points, each result is one of them, in order, and the highest and lowest are included", () => {
  const points = fc
    .array(fc.tuple(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.option(fc.integer())), {
      minLength: 1,
      maxLength: 300,
    })
    .map((pairs) => pairs.toSorted(([a], [b]) => a - b));
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 20 }), (pairs, columns) => {
      const all = { xs: pairs.map(([x]) => x), ys: pairs.map(([, y]) => y) };
      const found = downsample(all, columns);
      expect(found.xs).toEqual(found.xs.toSorted((a, b) => a - b));
      expect(found.xs.length).toBeLessThanOrEqual(
        Math.max(columns * 5, all.xs.length > columns * 4 ? 0 : all.xs.length),
      );
      const numbers = (ys: readonly (number | null)[]) => ys.filter((y) => y !== null);
      const [given, kept] = [numbers(all.ys), numbers(found.ys)];
      expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...given), Math.max(...given)]);
      expect([found.xs[0], found.xs.at(-1)]).toEqual([all.xs[0], all.xs.at(-1)]);
    }),
  );
});
