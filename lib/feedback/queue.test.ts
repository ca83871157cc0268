import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { nextCall, progressOf, type QueueAnswer, ratingsOf, readQueue, writeQueue } from "./queue";

const draft = {
  name: "first",
  description: "",
  callIds: ["a", "b", "c"],
  filter: "status:error",
  annotations: ["quality"],
  isBlind: true,
};
const queue = readQueue({
  project_id: "acme/bot",
  object_id: "first",
  created_at: "2026-11-20T00:00:00Z",
  digest: "d",
  version_index: 0,
  is_latest: 1,
  kind: "object",
  val: writeQueue(draft),
});
const answer = (who: string, callId: string, value: string, type = "core.annotation.quality"): QueueAnswer => ({
  who,
  callId,
  type,
  payload: new JsonText(`{"value":${value}}`),
});

it("a queue that is written is read again", () => {
  expect(queue).toMatchObject({ ...draft, ref: "core:///acme/bot/object/first:d" });
});

it("progress is counted per person, and only for the queue's calls", () => {
  const done = progressOf(queue, [answer("ann", "a", "1"), answer("ann", "a", "2"), answer("bob", "z", "1")]);
  expect([...done].map(([who, calls]) => [who, [...calls]])).toEqual([["ann", ["a"]]]);
});

describe("nextCall", () => {
  const none = new Set<string>();
  it.each([
    { after: undefined, done: none, skipped: none, next: "a" },
    { after: "a", done: new Set(["a"]), skipped: none, next: "b" },
    { after: "c", done: new Set(["c"]), skipped: none, next: "a" },
    { after: "b", done: new Set(["a"]), skipped: new Set(["b"]), next: "c" },
    { after: "c", done: new Set(["a", "c"]), skipped: new Set(["b"]), next: "b" },
    { after: "b", done: new Set(["a", "c"]), skipped: new Set(["b"]), next: "b" },
    { after: "c", done: new Set(["a", "b", "c"]), skipped: none, next: undefined },
    { after: "gone", done: new Set(["a"]), skipped: none, next: "b" },
  ])("after $after is $next", ({ next, ...where }) => {
    expect(nextCall(queue.callIds, where)).toBe(next);
  });
});

it("answers are in the queue's order, and the last one of a person counts", () => {
  const ratings = ratingsOf(
    queue,
    [
      answer("ann", "c", '"bad"'),
      answer("ann", "c", '"good"'),
      answer("bob", "a", "1", "wandb.annotation.quality"),
      answer("bob", "b", "1", "core.annotation.other"),
    ],
    "quality",
  );
  expect([...ratings]).toEqual([
    ["ann", [undefined, undefined, '"good"']],
    ["bob", ["1", undefined, undefined]],
  ]);
});
