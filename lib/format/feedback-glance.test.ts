import { expect, test } from "vitest";

import { JsonText } from "@/lib/json/text";

import { feedbackGlance } from "./feedback-glance";

const of = (feedback_type: string, payload: string) => ({ feedback_type, payload: new JsonText(payload) });
const note = of("core.note.1", '{"note":"a"}');
const up = of("core.reaction.1", '{"emoji":"👍"}');
const down = of("wandb.reaction.1", '{"emoji":"👎"}');
const helpful = (output: string) => of("wandb.runnable.helpfulness", `{"output":${output}}`);
const quality = (value: string) => of("core.annotation.quality", `{"value":"${value}"}`);

test.each([
  ["nothing", [], ""],
  [
    "reactions first, then notes and types without a score",
    [note, of("eval", "{}"), up, of("core.annotation.tags", '{"value":["a"]}'), down, of("eval", "{}"), up],
    "👍 2 👎 1 · 📝 1 · eval (2) · tags",
  ],
  ["a score by its name", [helpful("0.47")], "helpfulness 0.47"],
  ["a score between reactions and notes", [note, helpful("0.47"), up], "👍 1 · helpfulness 0.47 · 📝 1"],
  ["a negative score with a minus sign", [helpful("-0.5")], "helpfulness −0.5"],
  ["a score in four digits", [helpful("0.47123456")], "helpfulness 0.4712"],
  ["several scores of a name by their mean", [helpful("0.4"), helpful("0.6")], "helpfulness mean 0.5"],
  ["an annotation", [quality("good")], "quality good"],
  [
    "several annotations by the most frequent",
    [quality("bad"), quality("good"), quality("good")],
    "quality good (2 of 3)",
  ],
  ["a verdict", [of("core.runnable.judge", '{"output":true}')], "judge true"],
  [
    "several outputs of one scorer",
    [of("core.runnable.judge", '{"output":{"tone":0.9,"ok":true,"why":[1]}}')],
    "judge.tone 0.9 · judge.ok true",
  ],
  ["a program's own type", [of("rating", '{"score":-1}'), of("stars", '{"value":4}')], "rating −1 · stars 4"],
  ["a long text cut", [quality("x".repeat(60))], `quality ${"x".repeat(16)}…`],
])("%s", (_what, records, glance) => {
  expect(feedbackGlance(records)).toBe(glance);
});
