import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { feedbackWords, noteOf, reactionOf } from "./feedback-words";

describe("feedbackWords", () => {
  it.each([
    ["core.reaction.1", '{"emoji":"👍"}', "👍"],
    ["wandb.reaction.1", '{"emoji":"🎉"}', "🎉"],
    ["core.note.1", '{"note":"Too slow"}', "note “Too slow”"],
    ["core.note.1", `{"note":"${"x".repeat(50)}"}`, `note “${"x".repeat(40)}…”`],
    ["core.comment.1", '{"text":"Why?"}', "comment “Why?”"],
    ["core.correction.1", '{"output":"4"}', "corrected output"],
    ["core.annotation.quality", '{"value":"good"}', "quality “good”"],
    ["wandb.annotation.score", '{"value":1.0}', "score 1.0"],
    ["wandb.annotation.score", '{"value":-1.0}', "score −1.0"],
    ["rating", '{"score":-1}', "rating −1"],
    ["core.runnable.judge:v2", '{"output":{"ok":true}}', 'judge:v2 {"ok":true}'],
    ["core.annotation.quality", "{}", "feedback of type core.annotation.quality"],
    ["rating", '{"emoji":"👍"}', "feedback of type rating"],
    ["core.reaction.1", "{}", "feedback of type core.reaction.1"],
  ])("%s %s", (type, payload, words) => {
    expect(feedbackWords(type, new JsonText(payload))).toBe(words);
  });

  it("knows reactions from notes", () => {
    const note = new JsonText('{"note":"a","emoji":"👍"}');
    expect([reactionOf("core.note.1", note), noteOf("core.note.1", note)]).toEqual([undefined, "a"]);
    expect(reactionOf("core.reaction.1", undefined)).toBeUndefined();
  });
});
