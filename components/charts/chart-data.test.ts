import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  bucketAt,
  bucketsBetween,
  bucketWords,
  ceilingOf,
  type ChartSeries,
  cutOff,
  endOf,
  stackBars,
  tickSteps,
  xRange,
  yWithZero,
  stepsWithin,
} from "./chart-data";

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

  it("has no buckets if there are none", () => {
    expect(bucketsBetween({ ...data, starts: [] }, 1, 2)).toBeUndefined();
  });

  it("ends a bucket where the next begins", () => {
    expect([endOf(data, 0), endOf(data, 2)]).toEqual([10, 30]);
  });
});

describe("stackBars", () => {
  it("stacks each layer on those below it, and leaves lines unchanged", () => {
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
    [0, 10, [0, 10]],
    [2, 4.9, [0, 6]],
    [0, 11, [0, 15]],
    [0, 1001, [0, 1500]],
    [0, 0.000_004_1, [0, 0.000_006]],
    [-4, -2, [-4, 0]],
    [-1.2, 1, [-2, 1]],
    [0, 0, [0, 1]],
    [null, null, [0, 1]],
  ])("shows %s to %s, and ends at ticks", (min, max, range) => {
    expect(yWithZero(min, max, { steps: tickSteps(), fitting: 4 })).toEqual(range);
  });

  it("ends beyond every value, with ticks at both ends", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 2, max: 20 }), (a, b, fitting) => {
        fc.pre(Math.max(Math.abs(a), Math.abs(b)) > 1e-6);
        const steps = tickSteps();
        const [low, high] = yWithZero(Math.min(a, b), Math.max(a, b), { steps, fitting });
        const room = (high - low) * 1e-5;
        expect(low).toBeLessThanOrEqual(Math.min(a, b, 0) + room);
        expect(high).toBeGreaterThanOrEqual(Math.max(a, b, 0) - room);
        const step = stepsWithin([low, high], { steps, fitting })[0] ?? 0;
        expect(Math.abs(high / step - Math.round(high / step))).toBeLessThan(1e-5);
      }),
    );
  });
});

describe("stepsWithin", () => {
  it.each([
    ["measured values", 0.4712, 0.7421],
    ["a cut-off", 0, 3.71],
  ])("leaves the choice of ticks between %s to the chart", (_what, low, high) => {
    const steps = tickSteps();
    expect(stepsWithin([low, high], { steps, fitting: 6 })).toEqual(steps);
  });
});

describe("xRange", () => {
  const day = 24;
  it("makes the last bucket, which ends now, as wide as the others", () => {
    expect(xRange({ ...data, starts: [0, day, 2 * day], end: 2 * day + 0.1 })).toEqual([0, 3 * day]);
  });

  it.each([
    ["one bucket", { starts: [5], end: 9 }, [5, 9]],
    ["one bucket of a line", { starts: [5], end: 9, series: [series([1], "line")] }, [1, 9]],
    ["one bucket of a line and bars", { starts: [5], end: 9, series: [series([1], "line"), series([1])] }, [5, 9]],
    ["no bucket", { starts: [], end: 0 }, [0, 1]],
    ["a last day of 25 hours", { starts: [0, day], end: 2 * day + 1 }, [0, 2 * day + 1]],
    [
      "one point at the start, where nothing is before it",
      { starts: [0], end: 0, points: { word: "Step", from: 0 }, series: [series([1], "line")] },
      [0, 1],
    ],
    [
      "one point later",
      { starts: [5], end: 5, points: { word: "Step", from: 5 }, series: [series([1], "line")] },
      [4, 6],
    ],
    ["points", { starts: [0, 10, 20], end: 21, points: { word: "Step", from: 0 } }, [0, 21]],
  ])("of %s", (_what, given, range) => {
    expect(xRange({ series: [], ...given })).toEqual(range);
  });
});

describe("ceilingOf", () => {
  const calm = [1000, 1200, null, 900, 1100, 1300, 1000, 800];
  it.each([
    ["nothing far off", [series(calm, "line")], undefined],
    ["one call of ten minutes", [series([...calm, 600_000], "line")], 1625],
    [
      "ten minutes in both lines of a bucket",
      [series([...calm, 590_000], "line"), series([...calm, 600_000], "line")],
      1625,
    ],
    ["a rise that is not a spike", [series([1, 2, 4, 8, 16, 32], "line")], undefined],
    ["too few to say what is usual", [series([1, 2, 600_000], "line")], undefined],
    ["nothing", [series([], "line")], undefined],
    ["zeros and a spike", [series([0, 0, 0, 0, 9], "line")], undefined],
  ])("of %s", (_what, given, ceiling) => {
    expect(ceilingOf(given)).toBe(ceiling);
  });

  it("leaves a twentieth of many buckets above", () => {
    const many = Array.from({ length: 100 }, (_value, index) => (index < 5 ? 600_000 : 1000));
    expect(ceilingOf([series(many, "line")])).toBe(1250);
    expect(ceilingOf([series([...many, 600_000, 600_000], "line")])).toBeUndefined();
  });

  it("knows which buckets are cut off, by any line", () => {
    const found = { ...data, series: [series([1, 9, 1], "line"), series([1, 9, 8], "line")], ceiling: 5 };
    expect(cutOff(found)).toEqual([1, 2]);
    expect(cutOff(data)).toEqual([]);
  });
});

describe("tickSteps", () => {
  it("of whole values are whole", () => {
    expect(tickSteps([1, 2, 20]).slice(0, 5)).toEqual([1, 2, 5, 10, 20]);
  });

  it("have one digit, so that no label is rounded", () => {
    const digits = tickSteps([0.5, 3]).map((step) => step.toExponential().split("e")[0]);
    expect(new Set(digits)).toEqual(new Set(["1", "2", "5"]));
  });
});
