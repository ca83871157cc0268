import { expect, test } from "vitest";
import type { Feedback } from "@/lib/contract/feedback";
import { callRef, versionRef } from "@/lib/contract/refs";
import { toJsonText } from "@/lib/json/text";
import { commentBy, findDisagreements } from "./disagreements";

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
      given: { value: "2", score: 2, by: { ext_user_id: "ada", creator: undefined }, comment: "Wrong year" },
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

test("a comment is the latest note or comment of the same person on the same call", () => {
  const [one] = findDisagreements({
    judge: "grade",
    asked: { type: "boolean" },
    judged: judged([["a", { output: true }]]),
    given: given([["a", { value: false }]]),
  });
  if (!one) throw new Error("They do not differ");
  const [note] = given([["a", { note: "Wrong year" }]], "core.note.1");
  const [comment] = given([["a", { text: "Not in France" }]], "core.comment.1");
  const others = [
    { ...note, ext_user_id: "bob" },
    { ...note, creator: "grace" },
    { ...note, core_ref: callRef(PROJECT, "b") },
  ];
  expect(commentBy(one, others)).toBeUndefined();
  expect(commentBy(one, [...others, note ?? {}])).toBe("Wrong year");
  expect(commentBy(one, [comment ?? {}, note ?? {}])).toBe("Not in France");
});
