import { expect, it } from "vitest";
import { alignResults, scoreValues } from "@/lib/experiment/compare";
import { orderExamples } from "./order-examples";

const results = (grades: Record<string, number | undefined>) =>
  Object.entries(grades).map(([key, grade]) => ({
    callId: key,
    key,
    example: key,
    exampleRef: undefined,
    output: "x",
    failure: undefined,
    scores: new Map(grade === undefined ? [] : [["grade", { text: "", number: grade, isBoolean: false }]]),
    latencyMs: 1,
  }));

const examples = alignResults([
  results({ a: 1, b: 2, c: 3, d: undefined }),
  results({ a: 2, b: 2, c: 1, d: 5 }),
  results({ a: 1, b: 5, c: 3, e: 1 }),
]);
const keys = (order: "dataset" | "loss" | "gain", base = 0) =>
  orderExamples(examples, { order, base, values: scoreValues(examples, "grade", 3) })
    .map(({ key }) => key)
    .join("");

it("puts the largest loss or gain of any experiment first, and examples without any last", () => {
  expect(keys("dataset")).toBe("abcde");
  // From the first: a +1 and 0, b 0 and +3, c −2 and 0.
  expect(keys("loss")).toBe("cabde");
  expect(keys("gain")).toBe("bacde");
  // From the second: a −1 and −1, b 0 and +3, c +2 and +2.
  expect(keys("loss", 1)).toBe("abcde");
  expect(keys("gain", 1)).toBe("bcade");
});
