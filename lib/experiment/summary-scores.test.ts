import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { summaryScores } from "./summary-scores";

const json = (value: unknown) => new JsonText(JSON.stringify(value));

it("reads rates and means, also inside a scorer's result", () => {
  const output = {
    model_success: { true_count: 2, true_fraction: 1 },
    exact: { true_count: 1, true_fraction: 0.5 },
    judge: { grade: { mean: 4.25 }, polite: { true_fraction: 1 } },
    avg: 0.9,
    model_latency: { mean: 0.01 },
    note: "text",
  };
  expect(summaryScores(json(output))).toEqual([
    { name: "exact", value: 0.5, isRate: true },
    { name: "judge.grade", value: 4.25, isRate: false },
    { name: "judge.polite", value: 1, isRate: true },
    { name: "avg", value: 0.9, isRate: false },
  ]);
});

it("says of a score that is missing why", () => {
  const output = {
    judge: { problems: { count: 3, reason: "429: busy" } },
    exact: { true_count: 1, true_fraction: 0.5, problems: { count: 1, reason: "no expected answer" } },
  };
  expect(summaryScores(json(output))).toEqual([
    { name: "judge", value: undefined, isRate: false, problems: { count: 3, reason: "429: busy" } },
    { name: "exact", value: 0.5, isRate: true, problems: { count: 1, reason: "no expected answer" } },
  ]);
});

it("has none of other outputs", () => {
  for (const output of [undefined, json(null), json("done"), json([1])]) expect(summaryScores(output)).toEqual([]);
});
