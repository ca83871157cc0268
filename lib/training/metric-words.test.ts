import { expect, test } from "vitest";
import { toJsonText } from "@/lib/json/text";
import { metricWords } from "./metric-words";

test.each([
  [{}, ""],
  [{ loss: 0.5, reward: 1 }, "loss 0.5, reward 1"],
  [{ loss: "NaN" }, "loss not a number"],
  [
    Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`m${at}`, at])),
    "m0 0, m1 1, m2 2, m3 3, m4 4, m5 5, m6 6, m7 7 …",
  ],
])("%j in words", (metrics, words) => {
  expect(metricWords(toJsonText(metrics))).toBe(words);
});
