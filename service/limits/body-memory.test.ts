import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BodyMemory } from "./body-memory";

const LIMITS = { allBytes: 100, keyBytes: 40, waitMs: 1_000, waiting: 2 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a reservation succeeded at once. */
const atOnce = (taken: void | Promise<void>) => taken === undefined;

test("a key has its share, one of its requests may exceed it, and other keys do not notice", async () => {
  const memory = new BodyMemory(LIMITS);
  const [first, second, third] = [memory.lease("a"), memory.lease("a"), memory.lease("a")];
  expect(atOnce(first.take(30))).toBe(true);
  expect(atOnce(second.take(30))).toBe(true);
  const waiting = third.take(10);
  expect(atOnce(waiting)).toBe(false);
  expect(atOnce(second.take(10))).toBe(true);
  expect(atOnce(memory.lease("b").take(30))).toBe(true);
  second.release();
  await waiting;
  expect(memory.heldBytes).toBe(70);
});

test("two bodies that are half there do not wait for each other for ever", async () => {
  const memory = new BodyMemory({ ...LIMITS, keyBytes: 20 });
  const [one, other] = [memory.lease("a"), memory.lease("a")];
  void one.take(10);
  void other.take(10);
  expect(atOnce(one.take(10))).toBe(true);
  const waiting = other.take(10);
  expect(atOnce(waiting)).toBe(false);
  expect(atOnce(one.take(10))).toBe(true);
  one.release();
  await waiting;
  other.release();
  expect(memory.heldBytes).toBe(0);
});

test("released memory is given to waiting requests", async () => {
  const memory = new BodyMemory({ ...LIMITS, keyBytes: 20 });
  const [streaming, exceeding, waiting] = [memory.lease("a"), memory.lease("a"), memory.lease("a")];
  void streaming.take(20);
  void exceeding.take(20);
  const room = waiting.take(5);
  streaming.keep(1);
  exceeding.give(10);
  await room;
  expect(memory.heldBytes).toBe(16);
});

describe("waiting times out, with an error that depends on the cause", () => {
  test.each([
    ["the key's own requests", ["a", "a"], "too_many_requests"],
    ["everybody's", ["b", "c", "d", "e"], "unavailable"],
  ])("%s", async (_whose, holders, code) => {
    const memory = new BodyMemory(LIMITS);
    for (const key of holders) void memory.lease(key).take(30);
    const lease = memory.lease("a");
    const waiting = Promise.resolve(lease.take(15));
    waiting.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(LIMITS.waitMs);
    await expect(waiting).rejects.toMatchObject({ code, retryAfterSeconds: 1 });
    lease.release();
  });

  test("too many of one key", () => {
    const memory = new BodyMemory(LIMITS);
    for (const bytes of [40, 40]) void memory.lease("a").take(bytes);
    for (let place = 0; place < LIMITS.waiting; place += 1)
      Promise.resolve(memory.lease("a").take(1)).catch(() => undefined);
    expect(() => memory.lease("a").take(1)).toThrow(expect.objectContaining({ code: "too_many_requests" }));
  });

  test("a client that disconnects", async () => {
    const memory = new BodyMemory(LIMITS);
    for (const bytes of [40, 40]) void memory.lease("a").take(bytes);
    const leaving = new AbortController();
    const waiting = memory.lease("a", () => leaving.signal).take(1);
    leaving.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });
});

test("for any requests, the bytes held are bounded, and all requests proceed in the end", async () => {
  const body = fc.record({
    key: fc.constantFrom("a", "b", "c", "d"),
    chunks: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(body, { maxLength: 20 }), async (bodies) => {
      const memory = new BodyMemory({ ...LIMITS, waiting: 100 });
      const largest = Math.max(0, ...bodies.map(({ chunks }) => chunks.reduce((sum, bytes) => sum + bytes, 0)));
      await Promise.all(
        bodies.map(async ({ key, chunks }) => {
          const lease = memory.lease(key);
          for (const bytes of chunks) {
            await lease.take(bytes);
            expect(memory.heldBytes).toBeLessThanOrEqual(LIMITS.allBytes + largest);
            await Promise.resolve();
          }
          lease.release();
        }),
      );
      expect(memory.heldBytes).toBe(0);
    }),
  );
});
