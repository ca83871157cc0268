import { expect, test } from "vitest";

import { JsonText } from "@/lib/json/text";
import { draftOfConfig, EMPTY_CONFIG, readConfig } from "./job-config";

test.each([
  ["nothing", {}, "{}"],
  ["digits as typed", { learningRate: " 1.50e-5 " }, '{"learning_rate":1.50e-5}'],
  ["a method", { method: "sft" }, '{"method":"sft"}'],
  ["a method of another runner", { others: '{"method":"magic"}' }, '{"method":"magic"}'],
  ["log-probabilities", { precalculatesLogprobs: true }, '{"precalculate_logprobs":true}'],
  ["others", { others: '{"epsilon": 0.20, "loss_fn": "cispo"}' }, '{"epsilon":0.20,"loss_fn":"cispo"}'],
  ["the other way about", { others: '{"precalculate_logprobs":false}' }, '{"precalculate_logprobs":false}'],
])("writes %s, and reads it again", (_what, draft, config) => {
  const read = readConfig({ ...EMPTY_CONFIG, ...draft });
  expect(read).toEqual({ config: new JsonText(config) });
  expect(readConfig(draftOfConfig(new JsonText(config)))).toEqual(read);
});

test.each([
  ["no number", { learningRate: "fast" }, "learningRate"],
  ["what JSON has no such spelling for", { learningRate: "01" }, "learningRate"],
  ["zero", { learningRate: "0" }, "learningRate"],
  ["infinity", { learningRate: "1e999" }, "learningRate"],
  ["what is not JSON", { others: "{" }, "others"],
  ["a list", { others: "[]" }, "others"],
  ["a method twice", { method: "dpo", others: '{"method":"sft"}' }, "others"],
  ["a field twice", { learningRate: "1", others: '{"learning_rate":2}' }, "others"],
])("refuses %s", (_what, draft, field) => {
  const read = readConfig({ ...EMPTY_CONFIG, ...draft });
  expect("problems" in read && Object.keys(read.problems)).toEqual([field]);
});
