import { expect, test } from "vitest";
import type { Feedback } from "@/lib/contract/feedback";
import { callRef, versionRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import { commentOf, findDisagreements } from "./disagreements";

const PROJECT = "local/test";
const judgeRef = (name: string) => versionRef(PROJECT, { kind: "object", name, digest: "d1" });

/** Records newest first, of `[call, payload]`. */
const judged = (rows: readonly (readonly [string, object])[], name = "grade"): Partial<Feedback>[] =>
  rows.map(([id, payload]) => ({
    core_ref: callRef(PROJECT, id),
    feedback_type: `core.runnable.${name}`,
    payload: toJsonText(payload),
    runnable_ref: judgeRef(name),
    call_ref: callRef(PROJECT, `judge of ${id}`),
  }));
const given = (rows: readonly (readonly [string, object])[], feedback_type = "rating"): Partial<Feedback>[] =>
  rows.map(([id, payload]) => ({
    core_ref: callRef(PROJECT, id),
    feedback_type,
    payload: toJsonText(payload),
    ext_user_id: "ada",
  }));

const differing = (one: Partial<Feedback>[], other: Partial<Feedback>[]) =>
  findDisagreements({ judge: "grade", asked: { type: "boolean" }, judged: one, given: other }).map(({ ref }) => ref);

test("a disagreement has what both say, and why", () => {
  expect(
    findDisagreements({
      judge: "grade",
      asked: { type: "number", lowest: 1, highest: 5 },
      judged: judged([["a", { output: 4, reasoning: "Right." }]]),
      given: given([["a", { value: 2.0, comment: "Wrong year" }]]),
    }),
  ).toEqual([
    {
      ref: callRef(PROJECT, "a"),
      judged: { score: "4", reasoning: "Right.", callRef: callRef(PROJECT, "judge of a") },
      given: { value: "2", score: 2, owner: "ada", comment: "Wrong year" },
    },
  ]);
});

test("the latest values count, of calls that have both, in the order of people's feedback", () => {
  const scores = judged([
    ["a", { output: true }],
    ["a", { output: false }],
    ["b", { output: true }],
    ["c", { output: false }],
    ["only judged", { output: true }],
  ]);
  const thumbs = given(
    [
      ["only given", { emoji: "👎" }],
      ["c", { emoji: "👍" }],
      ["b", { other: 1 }],
      ["b", { emoji: null }],
      ["b", { emoji: "👎" }],
      ["a", { emoji: "👍" }],
      ["a", { emoji: "👎" }],
    ],
    "core.reaction.1",
  );
  expect(differing(scores, thumbs)).toEqual([callRef(PROJECT, "c"), callRef(PROJECT, "b")]);
});

test("a value that the judge cannot give is different, and so is a score that it no longer gives", () => {
  expect(differing(judged([["a", { output: true }]]), given([["a", { value: "true" }]]))).toEqual([]);
  expect(differing(judged([["a", { output: true }]]), given([["a", { value: "kind" }]]))).toHaveLength(1);
  expect(differing(judged([["a", { output: 4 }]]), given([["a", { value: true }]]))).toHaveLength(1);
});

test("scores of another scorer with the same type do not count", () => {
  expect(differing(judged([["a", { output: true }]], "other"), given([["a", { value: false }]]))).toEqual([]);
});

test("a note and a comment are comments", () => {
  expect(commentOf({ payload: toJsonText({ note: "Wrong year" }) })).toBe("Wrong year");
  expect(commentOf({ payload: toJsonText({ text: "Right year" }) })).toBe("Right year");
  expect(commentOf({})).toBeUndefined();
});
