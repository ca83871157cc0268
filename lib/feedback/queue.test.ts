import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { nextCall, progressOf, type QueueAnswer, ratingsOf, readQueue, shareOf, specsOf, writeQueue } from "./queue";

const draft = {
  name: "first",
  description: "",
  callIds: ["a", "b", "c"],
  filter: "status:error",
  annotations: ["quality"],
  isBlind: true,
  assignedTo: [],
  perCall: 1,
};
const stored = (val: JsonText) =>
  readQueue({
    project_id: "acme/bot",
    object_id: "first",
    created_at: "2026-11-20T00:00:00Z",
    digest: "d",
    version_index: 0,
    is_latest: 1,
    kind: "object",
    val,
  });
const queue = stored(writeQueue(draft));
const answer = (who: string, callId: string, value: string, type = "core.annotation.quality"): QueueAnswer => ({
  who,
  callId,
  type,
  payload: new JsonText(`{"value":${value}}`),
});

it("a queue that is written is read again", () => {
  expect(queue).toMatchObject({ ...draft, ref: "core:///acme/bot/object/first:d" });
  const shared = { ...draft, assignedTo: ["ann", "bob"], perCall: 2 };
  expect(stored(writeQueue(shared))).toMatchObject(shared);
});

it("a queue without people, or with a number of people that is none, is read", () => {
  const old = '{"name":"first","call_ids":["a"],"annotations":["quality"],"annotators_per_call":"many"}';
  expect(stored(new JsonText(old))).toMatchObject({ callIds: ["a"], assignedTo: [], perCall: 1 });
});

describe("shareOf", () => {
  const people = ["ann", "bob", "cy", "dee", "eve"];
  const calls = Array.from({ length: 23 }, (_, at) => `c${at}`);
  const nothing: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [5, 3],
    [4, 4],
    [2, 7],
  ])("among %i people, each call for %i: each call is dealt that often, in shares that differ by one", (n, perCall) => {
    const assignedTo = people.slice(0, n);
    const dealt = { ...queue, callIds: calls, assignedTo, perCall };
    const shares = assignedTo.map((who) => shareOf(dealt, who, nothing));
    for (const id of calls) expect(shares.filter((share) => share.includes(id))).toHaveLength(Math.min(n, perCall));
    const sizes = shares.map((share) => share.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    const longer = { ...dealt, callIds: [...calls, "new-1", "new-2"] };
    for (const [at, who] of assignedTo.entries())
      expect(shareOf(longer, who, nothing).filter((id) => !id.startsWith("new"))).toEqual(shares[at]);
  });

  it("is everything if nobody is assigned, and nothing for others than those who are", () => {
    expect(shareOf(queue, "ann", nothing)).toEqual(["a", "b", "c"]);
    expect(shareOf({ ...queue, assignedTo: ["bob"] }, "ann", nothing)).toEqual([]);
  });

  it("keeps what was answered, and leaves out what enough others have answered", () => {
    const dealt = { ...queue, assignedTo: ["ann", "bob"] };
    expect(shareOf(dealt, "ann", nothing)).toEqual(["a", "c"]);
    const progress = new Map([
      ["gone", new Set(["c"])],
      ["ann", new Set(["b"])],
    ]);
    expect(shareOf(dealt, "ann", progress)).toEqual(["a", "b"]);
    expect(shareOf(dealt, "bob", progress)).toEqual([]);
    expect(shareOf({ ...dealt, perCall: 2 }, "bob", progress)).toEqual(["a", "b", "c"]);
  });
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
      answer("ann", "b", '"bad"'),
      answer("ann", "b", "null"),
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

it("asks its questions in the order of its author, each once", () => {
  const specs = ["a", "b", "c"].map((id) => ({ id }));
  expect(specsOf({ annotations: ["c", "gone", "a", "c"] }, specs).map(({ id }) => id)).toEqual(["c", "a"]);
});
