import { expect, test } from "vitest";
import { type FeedbackValue, valuedCallsPath } from "./valued-calls";

const filterOf = (...values: FeedbackValue[]) => {
  const path = valuedCallsPath("local/p", values);
  return path === undefined ? undefined : new URL(path, "http://localhost").searchParams.get("q");
};

test.each<[string, FeedbackValue[], string | undefined]>([
  [
    "texts",
    [
      { type: "tone", value: "kind" },
      { type: "core.runnable.judge", value: "not so" },
    ],
    'feedback.tone:kind feedback.judge:"not so"',
  ],
  [
    "a boolean and a number, or their text",
    [
      { type: "core.annotation.good", value: "true" },
      { type: "score", value: "0.50" },
    ],
    'feedback.good:true,"true" feedback.score:0.50,"0.50"',
  ],
  ["an emoji", [{ type: "core.reaction.1", value: "👎" }], '"feedback.[core.reaction.1].payload.emoji":👎'],
  ["a value that is cut off", [{ type: "tone", value: "x".repeat(100) }], undefined],
])("%s", (_, values, expected) => {
  expect(filterOf(...values)).toBe(expected);
});
