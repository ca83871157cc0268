import { describe, expect, it } from "vitest";

import { bucketAt, bucketsBetween, bucketWords, type ChartSeries, endOf, stackBars, yWithZero } from "./chart-data";

const series = (values: (number | null)[], look: ChartSeries["look"] = "bars", label = "Calls"): ChartSeries => ({
  label,
  values,
  color: "var(--success)",
  look,
});
const data = { starts: [0, 10, 20], end: 30, series: [series([1, 2, 3]), series([0, null, 1], "bars", "Errors")] };

describe("buckets", () => {
  it.each([
    [-5, 0],
    [0, 0],
    [9.9, 0],
    [10, 1],
    [29, 2],
    [99, 2],
  ])("%d lies in bucket %d", (position, bucket) => {
    expect(bucketAt(data, position)).toBe(bucket);
  });

  it.each([
    [-5, 0],
    [4, 0],
    [5, 0],
    [6, 1],
    [14, 1],
    [99, 2],
  ])("the point nearest to %d is point %d", (position, point) => {
    expect(bucketAt({ starts: [0, 10, 20], points: { word: "Step", from: 0 } }, position)).toBe(point);
  });

  it.each([
    [12, 25, { from: 10, to: 30 }],
    [25, 12, { from: 10, to: 30 }],
    [3, 4, { from: 0, to: 10 }],
  ])("from %d to %d are whole buckets", (a, b, range) => {
    expect(bucketsBetween(data, a, b)).toEqual(range);
  });

  it("has no buckets where there are none", () => {
    expect(bucketsBetween({ ...data, starts: [] }, 1, 2)).toBeUndefined();
  });

  it("ends a bucket where the next begins", () => {
    expect([endOf(data, 0), endOf(data, 2)]).toEqual([10, 30]);
  });
});

describe("stackBars", () => {
  it("puts each layer on those below it, and leaves lines alone", () => {
    const line = series([7, null, 9], "line");
    expect(stackBars([...data.series, line])).toEqual([
      [1, 2, 3],
      [1, 2, 4],
      [7, null, 9],
    ]);
  });
});

describe("bucketWords", () => {
  it.each([
    [0, "Calls 1, Errors 0"],
    [1, "Calls 2"],
    [5, "nothing"],
  ])("says what bucket %d holds", (index, words) => {
    expect(bucketWords(data, index, String)).toBe(words);
  });
});

describe("yWithZero", () => {
  it.each([
    [0, 10, [0, 10.5]],
    [2, 4, [0, 4.2]],
    [-4, -2, [-4.2, 0]],
    [-1, 1, [-1.05, 1.05]],
    [0, 0, [0, 1]],
    [null, null, [0, 1]],
  ])("shows %s to %s", (min, max, range) => {
    expect(yWithZero(min, max)).toEqual(range);
  });
});
