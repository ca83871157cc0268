import { describe, expect, it } from "vitest";
import { feedbackField, feedbackPlaces, parseFeedbackField, shortFeedbackField } from "./feedback-field";

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

describe("feedbackPlaces", () => {
  it("is the value of what has the name, whatever kind of feedback it is", () => {
    expect(feedbackPlaces("feedback.tone")).toEqual([
      { type: "core.annotation.tone", paths: [["value"]] },
      { type: "core.runnable.tone", paths: [["output"]] },
      { type: "wandb.annotation.tone", paths: [["value"]] },
      { type: "wandb.runnable.tone", paths: [["output"]] },
      { type: "tone", paths: [["value"], ["score"], ["rating"], ["label"]] },
    ]);
  });

  it("is also a value inside it, unless the dot is escaped", () => {
    const annotations = (field: string) =>
      feedbackPlaces(field)?.filter(({ type }) => type.startsWith("core.annotation."));
    expect(annotations("feedback.a.b")).toEqual([
      { type: "core.annotation.a.b", paths: [["value"]] },
      { type: "core.annotation.a", paths: [["value", "b"]] },
    ]);
    expect(annotations("feedback.a\\.b")).toEqual([{ type: "core.annotation.a.b", paths: [["value"]] }]);
  });

  it("is the corrected output", () => {
    expect(feedbackPlaces("feedback.core.correction.1")).toContainEqual({
      type: "core.correction.1",
      paths: [["output"]],
    });
  });

  it("is one place for the long form", () => {
    expect(feedbackPlaces("feedback.[x].payload.a.0")).toEqual([{ type: "x", paths: [["a", "0"]] }]);
  });

  it.each([
    "feedback.count",
    "feedback.reaction",
    "feedback.by",
    "feedback.",
    "feedback..a",
    "feedback.[x].a",
    "a.b",
    "",
  ])("%s is none", (field) => {
    expect(feedbackPlaces(field)).toBeUndefined();
  });
});

describe("shortFeedbackField", () => {
  it.each([
    [feedbackField("core.annotation.tone", "value"), "feedback.tone"],
    [feedbackField("core.runnable.a.b", "output"), "feedback.a\\.b"],
    ["feedback.[scorer].payload.score.mean", "feedback.scorer.mean"],
    [feedbackField("core.annotation.tone", "comment"), undefined],
    [feedbackField("core.annotation.by", "value"), undefined],
    [feedbackField("core.reaction.1", "emoji"), undefined],
    [feedbackField("core.correction.1", "output"), undefined],
    ["inputs.a", undefined],
  ])("of %s is %s", (long, short) => {
    expect(shortFeedbackField(long)).toBe(short);
  });
});
