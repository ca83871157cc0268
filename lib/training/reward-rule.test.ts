import { describe, expect, it, test } from "vitest";

import { JsonText } from "@/lib/json/text";
import { feedbackChoices, proposedRule, rewardOf, type RewardRule } from "./reward-rule";

const said = (feedback_type: string, payload: unknown) => ({
  feedback_type,
  payload: new JsonText(JSON.stringify(payload)),
});
const reaction = (emoji: string) => said("core.reaction.1", { emoji });
const thumbs: RewardRule = {
  type: "core.reaction.1",
  field: "emoji",
  values: { "👍": 1, "👎": 0 },
  combine: "mean",
};

describe("rewardOf", () => {
  test.each([
    ["nothing said", [], thumbs, undefined],
    ["one reaction", [reaction("👍")], thumbs, 1],
    ["a reaction that is worth 0", [reaction("👎")], thumbs, 0],
    ["another skin", [reaction("👍🏽")], thumbs, 1],
    ["a reaction without a number", [reaction("🎉")], thumbs, undefined],
    ["several annotators", [reaction("👍"), reaction("👎"), reaction("🎉")], thumbs, 0.5],
    ["six who agree", Array.from({ length: 6 }, () => reaction("👍")), thumbs, 1],
    [
      "several numbers around one",
      [0.1, 0.2, 0.3].map((value) => said("score", { value })),
      { ...thumbs, type: "score", field: "value" },
      0.2,
    ],
    ["the latest of them", [reaction("👍"), reaction("👎")], { ...thumbs, combine: "latest" }, 0],
    ["another type", [said("core.note.1", { note: "👍" })], thumbs, undefined],
    ["a number", [said("score", { a: { b: 2.5 } })], { ...thumbs, type: "score", field: "a.b" }, 2.5],
    ["an item", [said("score", { a: [1, 3] })], { ...thumbs, type: "score", field: "a.1" }, 3],
    ["a boolean", [said("ok", { value: true })], { ...thumbs, type: "ok", field: "value", values: { true: 1 } }, 1],
    ["null", [said("ok", { value: null })], { ...thumbs, type: "ok", field: "value" }, undefined],
    ["a number in quotes", [said("ok", { value: "1" })], { ...thumbs, type: "ok", field: "value" }, undefined],
    [
      "a name of every object",
      [said("ok", { value: "constructor" })],
      { ...thumbs, type: "ok", field: "value" },
      undefined,
    ],
  ] as const)("%s", (_what, records, rule, reward) => {
    expect(rewardOf(records, rule)).toBe(reward);
  });
});

describe("feedbackChoices", () => {
  it("finds what can be a reward, the commonest first", () => {
    const records = [
      reaction("👍"),
      reaction("👍🏽"),
      reaction("🎉"),
      said("core.annotation.quality", { value: "good" }),
      said("core.annotation.quality", { value: "odd" }),
      said("judge", { scores: { tone: 0.5 }, list: [1], why: "short" }),
    ];
    const choices = feedbackChoices(records);
    expect(choices.map(({ type, field, count }) => [type, field, count])).toEqual([
      ["core.reaction.1", "emoji", 3],
      ["core.annotation.quality", "value", 2],
      ["judge", "scores.tone", 1],
      ["judge", "why", 1],
    ]);
    expect(choices[0]?.values).toEqual([
      { value: "👍", count: 2 },
      { value: "🎉", count: 1 },
    ]);
    expect(choices.slice(0, 2).map((choice) => proposedRule(choice).values)).toEqual([{ "👍": 1 }, { good: 1 }]);
  });
});
