import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { Summary } from "./summary";

test("means of numbers, rates of booleans, and no value for problems", () => {
  const summary = new Summary();
  const outputs = [
    { scores: { exact: { score: true }, length: { score: 3 }, mixed: { score: true } }, model_latency: 1 },
    { scores: { exact: { score: false }, length: { problem: "x" }, mixed: { score: 0.5 } }, model_latency: 2 },
    { scores: { exact: { score: true }, length: { score: 0 }, broken: { problem: "x" } }, model_latency: 6 },
    { scores: {} },
  ];
  for (const output of outputs) summary.add(toJsonText(output));
  expect(JSON.parse(summary.output().text)).toEqual({
    exact: { true_count: 2, true_fraction: 2 / 3 },
    length: { mean: 1.5, problems: { count: 1, reason: "x" } },
    mixed: { mean: 0.75 },
    broken: { problems: { count: 1, reason: "x" } },
    model_latency: { mean: 3 },
  });
});

test("nothing of no results", () => {
  expect(new Summary().output().text).toBe("{}");
});
