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
    { name: "exact", text: "50%" },
    { name: "judge.grade", text: "4.25" },
    { name: "judge.polite", text: "100%" },
    { name: "avg", text: "0.9" },
  ]);
});

it("has none of other outputs", () => {
  for (const output of [undefined, json(null), json("done"), json([1])]) expect(summaryScores(output)).toEqual([]);
});
