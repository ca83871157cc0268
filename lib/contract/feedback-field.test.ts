import { describe, expect, it } from "vitest";
import { feedbackField, parseFeedbackField } from "./feedback-field";

describe("feedbackField", () => {
  it.each([
    ["core.reaction.1", "emoji"],
    ["core.annotation.质量 a", "value"],
    ["rating", "a.b"],
    ["a]b[c", "score"],
  ])("of %s and %s reads back", (type, name) => {
    expect(parseFeedbackField(feedbackField(type, name))).toEqual({ type, path: [name] });
  });
});

describe("parseFeedbackField", () => {
  it("reads nested values of the payload", () => {
    expect(parseFeedbackField("feedback.[x].payload.output.scores.0")).toEqual({
      type: "x",
      path: ["output", "scores", "0"],
    });
  });

  it.each(["feedback.count", "feedback.[].payload.a", "feedback.[x].a", "feedback.[x].payload.", "inputs.x"])(
    "%s is none",
    (field) => {
      expect(parseFeedbackField(field)).toBeUndefined();
    },
  );
});
