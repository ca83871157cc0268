import { describe, expect, it } from "vitest";

import { agreementWithOthers, cohenKappa, krippendorffAlpha, type Ratings } from "./agreement";

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

describe("agreementWithOthers", () => {
  /** By pairs of people instead of by counts of values. */
  const byPairs = (ratings: readonly Ratings[], who: number) => {
    const shares: number[] = [];
    for (const [unit, own] of (ratings[who] ?? []).entries()) {
      if (own === undefined) continue;
      const others = ratings.flatMap((one, other) => (other === who ? [] : (one[unit] ?? [])));
      if (others.length > 0) shares.push(others.filter((value) => value === own).length / others.length);
    }
    const share = shares.length === 0 ? undefined : shares.reduce((sum, one) => sum + one) / shares.length;
    return { units: shares.length, share: share?.toFixed(12) };
  };

  it("names the one who differs", () => {
    const [ann, bob, cyd] = agreementWithOthers(["a b a b", "a b a b", "b a b ."].map(split));
    // Of two others one agrees on three units, and the only other on the fourth.
    expect([ann, bob]).toEqual(Array.from({ length: 2 }, () => ({ units: 4, share: (3 * 0.5 + 1) / 4 })));
    expect(cyd).toEqual({ units: 3, share: 0 });
  });

  it.each([
    { name: "nobody", lines: [] },
    { name: "one person", lines: ["a b a"] },
    { name: "nothing in common", lines: ["a . .", ". a .", ". . a"] },
    { name: "ties", lines: ["a a", "a b", "b a", "b b"] },
    { name: "lists of different lengths", lines: ["a", "a b c", "a c"] },
    { name: "one who has answered nothing", lines: [". . .", "a b c", "a b d"] },
    { name: "many, with gaps", lines: ["a b . d a", "a . c d b", ". b c a a", "b b c d .", "a b c . a"] },
  ])("is what pairs of people say: $name", ({ lines }) => {
    const ratings = lines.map(split);
    const result = agreementWithOthers(ratings);
    expect(result.map(({ units, share }) => ({ units, share: share?.toFixed(12) }))).toEqual(
      ratings.map((_, who) => byPairs(ratings, who)),
    );
  });

  it("of two is the share of calls with the same answer, for both", () => {
    expect(agreementWithOthers(["a b c .", "a b d d"].map(split))).toEqual([
      { units: 3, share: 2 / 3 },
      { units: 3, share: 2 / 3 },
    ]);
  });
});
