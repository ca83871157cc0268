import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { readMetrics } from "./metrics";
import { trainingEvent } from "./test-events";

describe("the metrics of an event", () => {
  test.each([
    ["its numbers", "gradient_step", { step: 3, total_steps: 9, loss: 0.5, note: "x" }, 3, [["loss", 0.5]]],
    ["one level of nesting", "gradient_step", { step: 1, train: { loss: 2, deep: { er: 3 } } }, 1, [["train.loss", 2]]],
    ["no step of its own", "gradient_step", { loss: 1 }, undefined, [["loss", 1]]],
    ["a step and nothing else", "gradient_step", { step: 4 }, 4, []],
    ["the type of any other", "validation", { step: 2, loss: 1 }, 2, [["validation loss", 1]]],
    ["metrics of a checkpoint", "checkpoint", { step: 2, metrics: { r: 1 } }, 2, [["checkpoint metrics.r", 1]]],
    [
      "what is no number",
      "gradient_step",
      { step: 1, a: null, b: "NaN", c: "-Infinity", d: "inf", e: "nano", f: true, g: [1] },
      1,
      [
        ["a", null],
        ["b", null],
        ["c", null],
        ["d", null],
      ],
    ],
    ["a step that is no number", "gradient_step", { step: "7", loss: 1 }, undefined, [["loss", 1]]],
  ])("%s", (_what, type, data, step, metrics) => {
    expect(readMetrics(trainingEvent(type, data))).toEqual(step === undefined ? { metrics } : { step, metrics });
  });

  test.each([
    ["a log", "log", { step: 1, loss: 1 }],
    ["a start", "training_started", { total_steps: 3, step: 1, lr: 1 }],
    ["an end", "training_ended", { step: 3, loss: 1 }],
    ["another type without a step", "validation", { loss: 1 }],
    ["another type without a number", "checkpoint", { step: 1, model: "m" }],
  ])("nothing in %s", (_what, type, data) => {
    expect(readMetrics(trainingEvent(type, data))).toBeUndefined();
  });

  test("numbers beyond doubles are ignored", () => {
    const data = new JsonText('{"step": 1, "loss": 1e999}');
    expect(readMetrics({ type: "gradient_step", data })).toEqual({ step: 1, metrics: [["loss", null]] });
  });
});
