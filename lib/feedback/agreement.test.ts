import { describe, expect, it } from "vitest";

import { cohenKappa, krippendorffAlpha, type Ratings } from "./agreement";

const split = (line: string): Ratings => line.split(" ").map((value) => (value === "." ? undefined : value));
const times = (count: number, a: string, b: string) => Array.from({ length: count }, () => [a, b] as const);

describe("cohenKappa", () => {
  it.each([
    // Viera and Garrett, "Understanding interobserver agreement: the kappa statistic" (2005), table 1.
    {
      pairs: [...times(15, "y", "y"), ...times(5, "y", "n"), ...times(10, "n", "y"), ...times(70, "n", "n")],
      kappa: 0.57,
    },
    // The example of Wikipedia's article on Cohen's kappa: 50 proposals, two readers.
    {
      pairs: [...times(20, "y", "y"), ...times(5, "y", "n"), ...times(10, "n", "y"), ...times(15, "n", "n")],
      kappa: 0.4,
    },
    { pairs: [...times(3, "a", "b"), ...times(3, "b", "a")], kappa: -1 },
    { pairs: [...times(2, "a", "a"), ...times(2, "b", "b")], kappa: 1 },
  ])("is $kappa", ({ pairs, kappa }) => {
    expect(
      cohenKappa(
        pairs.map(([a]) => a),
        pairs.map(([, b]) => b),
      ),
    ).toBeCloseTo(kappa, 2);
  });

  it("looks only at what both rated", () => {
    expect(cohenKappa(split("a a . b"), split("a . b b"))).toBe(1);
    expect(cohenKappa(split("a ."), split(". a"))).toBeUndefined();
    expect(cohenKappa(split("a a"), split("a a"))).toBeUndefined();
  });
});

describe("krippendorffAlpha", () => {
  // Examples A, B and C of Krippendorff's "Computing Krippendorff's Alpha-Reliability" (2011).
  const four = [
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
  ].map(split);

  it.each([
    { name: "two observers, binary", ratings: ["0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"].map(split), alpha: 0.095 },
    {
      name: "two observers, nominal",
      ratings: ["a a b b d c c c e d d a", "b a b b b c c c e d d d"].map(split),
      alpha: 0.692,
    },
    { name: "four observers, nominal, values missing", ratings: four, alpha: 0.743 },
    { name: "four observers, interval, values missing", ratings: four, metric: "interval" as const, alpha: 0.849 },
  ])("$name: $alpha", ({ ratings, metric, alpha }) => {
    expect(krippendorffAlpha(ratings, metric)).toBeCloseTo(alpha, 3);
  });

  it("is undefined if there is nothing to compare", () => {
    expect(krippendorffAlpha([split("a b")])).toBeUndefined();
    expect(krippendorffAlpha([split("a a"), split("a a")])).toBeUndefined();
    expect(krippendorffAlpha([])).toBeUndefined();
  });
});
