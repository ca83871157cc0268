import { describe, expect, test } from "vitest";

import type { ComparedSide } from "@/lib/contract/feedback-comparison";
import { labelScores, macroF1 } from "./f1";

/** A side with every value listed, from pairs of a prediction and its reference. */
function sidesOf(pairs: readonly (readonly [string, string])[]): { first: ComparedSide; second: ComparedSide } {
  const side = (place: 0 | 1): ComparedSide => {
    const values = [...new Set(pairs.map((pair) => pair[place]))].map((value) => {
      const having = pairs.filter((pair) => pair[place] === value);
      return { value, count: having.length, same: having.filter(([a, b]) => a === b).length, numbers: 0 };
    });
    return { alone: 0, without_value: 0, different: values.length, values };
  };
  return { first: side(0), second: side(1) };
}

describe("F1", () => {
  // The example of scikit-learn's documentation of `f1_score`: expected 0 1 2 0 1 2, predicted 0 2 1 0 0 1.
  const expected = ["0", "1", "2", "0", "1", "2"];
  const predicted = ["0", "2", "1", "0", "0", "1"];
  const sides = sidesOf(predicted.map((one, place) => [one, expected[place] ?? ""] as const));

  test("of each value is as published", () => {
    const scores = new Map(labelScores(sides).map((one) => [one.value, one]));
    expect(scores.get("0")).toMatchObject({ precision: 2 / 3, recall: 1, f1: 0.8, predicted: 3, expected: 2 });
    expect(scores.get("1")).toMatchObject({ precision: 0, recall: 0, f1: 0 });
    expect(macroF1(sides)).toBeCloseTo(0.26666, 4);
  });

  test("has no precision where nothing was predicted, and no recall where nothing was expected", () => {
    const scores = labelScores(sidesOf([["a", "b"]]));
    expect(scores).toEqual([
      { value: "b", predicted: 0, expected: 1, precision: undefined, recall: 0, f1: 0 },
      { value: "a", predicted: 1, expected: 0, precision: 0, recall: undefined, f1: 0 },
    ]);
  });

  test("has no mean if values are not listed", () => {
    expect(macroF1({ ...sides, first: { ...sides.first, different: 60 } })).toBeUndefined();
    expect(macroF1(sidesOf([]))).toBeUndefined();
  });
});
