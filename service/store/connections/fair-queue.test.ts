import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QUEUED_STATEMENTS, QUEUED_STATEMENTS_PER_KEY, QUEUE_WAIT_MS } from "@/lib/contract/limits";
import { FairQueue, type Leave } from "./fair-queue";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue that records the order in which it admits, with functions to leave it. */
function scene(places: number, placesPerKey: number) {
  const queue = new FairQueue({ places, placesPerKey });
  const admitted: string[] = [];
  const leaves = new Map<string, Leave>();
  return {
    queue,
    admitted,
    enter: async (key: string, name: string, signal?: AbortSignal) => {
      const leave = await queue.enter(key, signal && (() => signal));
      admitted.push(name);
      leaves.set(name, leave);
    },
    leave: async (name: string) => {
      leaves.get(name)?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test("one key leaves places for others, and continues when one of its own is free", async () => {
  const { enter, leave, admitted, queue } = scene(3, 2);
  await enter("a", "a1");
  await enter("a", "a2");
  void enter("a", "a3");
  void enter("a", "a4");
  await enter("b", "b1");
  expect(admitted).toEqual(["a1", "a2", "b1"]);
  expect(queue.waiting).toBe(2);
  await leave("b1");
  expect(admitted).toEqual(["a1", "a2", "b1"]);
  await leave("a2");
  expect(admitted).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a free place goes to the keys in turn, and within a key to the first request", async () => {
  const { enter, leave, admitted } = scene(1, 1);
  await enter("z", "z1");
  for (const name of ["a1", "a2", "a3"]) void enter("a", name);
  for (const name of ["b1", "b2"]) void enter("b", name);
  for (const done of ["z1", "a1", "b1", "a2", "b2"]) await leave(done);
  expect(admitted).toEqual(["z1", "a1", "b1", "a2", "b2", "a3"]);
});

test("a request that is aborted while waiting is removed", async () => {
  const { enter, leave, admitted, queue } = scene(1, 1);
  await enter("a", "a1");
  const leaving = new AbortController();
  const waiting = enter("a", "a2", leaving.signal);
  leaving.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await expect(enter("a", "a3", AbortSignal.abort(new Error("gone before")))).rejects.toThrow("gone before");
  await leave("a1");
  await enter("b", "b1");
  expect([admitted, queue.waiting]).toEqual([["a1", "b1"], 0]);
});

describe("waiting times out, with an error that depends on the cause", () => {
  test.each([
    ["its own", "a", 1, "too_many_requests", /this key is already running 1 queries/],
    ["others'", "b", 2, "unavailable", /busy/],
  ])("%s", async (_whose, holder, perKey, code, message) => {
    const { enter } = scene(1, perKey);
    await enter(holder, "first");
    const waiting = enter("a", "second");
    waiting.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(QUEUE_WAIT_MS);
    await expect(waiting).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      retryAfterSeconds: 1,
    });
  });
});

test("as much waits as there is room for, for each key and in all", async () => {
  const { enter, queue } = scene(1, 1);
  await enter("a", "first");
  const wait = (key: string, count: number) => {
    for (let place = 0; place < count; place += 1) enter(key, "waits").catch(() => undefined);
  };
  wait("a", QUEUED_STATEMENTS_PER_KEY);
  await expect(enter("a", "one more")).rejects.toMatchObject({ code: "too_many_requests" });
  for (const key of ["b", "c", "d"]) wait(key, QUEUED_STATEMENTS_PER_KEY);
  expect(queue.waiting).toBe(QUEUED_STATEMENTS);
  await expect(enter("e", "one more")).rejects.toMatchObject({ code: "unavailable" });
});

test("for any sequence, no limit is exceeded, no request is forgotten and no place stays unused", async () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c"), leaves: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const places = 3;
      const placesPerKey = 2;
      const queue = new FairQueue({ places, placesPerKey });
      const running: { key: string; leave: Leave }[] = [];
      const asked = new Map<string, number>();
      const of = (key: string) => running.filter((one) => one.key === key).length;
      const settle = async () => {
        for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
        expect(running.length).toBeLessThanOrEqual(places);
        for (const [key, count] of asked) {
          expect(of(key)).toBeLessThanOrEqual(placesPerKey);
          const waits = count > of(key);
          expect(waits && of(key) < placesPerKey && running.length < places).toBe(false);
        }
      };
      for (const { key, leaves } of steps) {
        const ended = leaves ? running.shift() : undefined;
        if (ended) {
          asked.set(ended.key, (asked.get(ended.key) ?? 0) - 1);
          ended.leave();
        } else {
          asked.set(key, (asked.get(key) ?? 0) + 1);
          void Promise.resolve(queue.enter(key)).then((leave) => running.push({ key, leave }));
        }
        await settle();
      }
      for (let one = running.shift(); one; one = running.shift()) {
        asked.set(one.key, (asked.get(one.key) ?? 0) - 1);
        one.leave();
        await settle();
      }
      expect([...asked.values()].every((count) => count === 0)).toBe(true);
    }),
  );
});
