import { expect, test } from "vitest";
import {
  ADDRESSES_REMEMBERED,
  FAILURES_WINDOW_MS,
  FailedAttempts,
  FREE_FAILURES,
  HELD_OF_ALL,
  HELD_OF_ONE,
} from "./failed-attempts";

/** A clock that the test advances. */
function standingClock() {
  const waiting = new Set<() => void>();
  const clock = {
    time: 0,
    now: () => clock.time,
    wait: (_ms: number, signal: AbortSignal | undefined) =>
      new Promise<void>((resolve) => {
        waiting.add(resolve);
        signal?.addEventListener("abort", () => resolve());
      }),
    /** Resolves all waits. */
    pass: () => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    waiting,
  };
  return clock;
}

const times = (count: number, of: () => Promise<boolean>) => Promise.all(Array.from({ length: count }, of));
const all = (answer: boolean, count: number) => Array.from({ length: count }, () => answer);

test("the first failures of an address are answered at once, those behind them later, others' at once", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock);
  expect(await times(FREE_FAILURES, () => attempts.failed("203.0.113.9"))).toEqual(all(true, FREE_FAILURES));
  expect(clock.waiting.size).toBe(0);
  const slowed = attempts.failed("203.0.113.9");
  expect(clock.waiting.size).toBe(1);
  expect(await attempts.failed("203.0.113.8")).toBe(true);
  clock.pass();
  expect(await slowed).toBe(true);
});

test("who waits is bounded, for an address and for all", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock);
  const flood = (address: string) => times(FREE_FAILURES + HELD_OF_ONE, () => attempts.failed(address));
  const waiting = [flood("a")];
  expect(await times(5, () => attempts.failed("a"))).toEqual(all(false, 5));
  for (let n = 1; n < HELD_OF_ALL / HELD_OF_ONE; n += 1) waiting.push(flood(`a${n}`));
  expect(clock.waiting.size).toBe(HELD_OF_ALL);
  await times(FREE_FAILURES, () => attempts.failed("b"));
  expect(await attempts.failed("b")).toBe(false);
  clock.pass();
  expect((await Promise.all(waiting)).flat()).not.toContain(false);
  const next = attempts.failed("a");
  clock.pass();
  expect(await next).toBe(true);
});

test("a client that disconnects frees its place", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock);
  const leaving = new AbortController();
  await times(FREE_FAILURES, () => attempts.failed("a"));
  const left = times(HELD_OF_ONE, () => attempts.failed("a", leaving.signal));
  expect(await attempts.failed("a")).toBe(false);
  leaving.abort();
  await left;
  clock.waiting.clear();
  void attempts.failed("a");
  expect(clock.waiting.size).toBe(1);
});

test("a minute later an address begins again", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock);
  await times(FREE_FAILURES, () => attempts.failed("a"));
  clock.time = FAILURES_WINDOW_MS;
  expect(await times(FREE_FAILURES, () => attempts.failed("a"))).toEqual(all(true, FREE_FAILURES));
  expect(clock.waiting.size).toBe(0);
});

test("every address of an IPv6 network counts as one", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock);
  for (let n = 0; n < FREE_FAILURES; n += 1) await attempts.failed(`2001:db8:0:1::${n.toString(16)}`);
  void attempts.failed("2001:db8:0:1:ffff::1");
  expect(clock.waiting.size).toBe(1);
  expect(await attempts.failed("2001:db8:0:2::1")).toBe(true);
});

test("invented addresses neither fill the memory nor slow others down", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock);
  await times(FREE_FAILURES, () => attempts.failed("before"));
  for (let n = 0; n < ADDRESSES_REMEMBERED; n += 1) await attempts.failed(`invented ${n}`);
  expect(await attempts.failed("new")).toBe(true);
  // It was forgotten, because memory is limited.
  expect(await attempts.failed("before")).toBe(true);
  expect(clock.waiting.size).toBe(0);
});

test("several processes divide the limits", async () => {
  const clock = standingClock();
  const attempts = new FailedAttempts(clock, 2);
  await times(FREE_FAILURES / 2, () => attempts.failed("a"));
  const waiting = times(HELD_OF_ONE / 2, () => attempts.failed("a"));
  expect(clock.waiting.size).toBe(HELD_OF_ONE / 2);
  expect(await attempts.failed("a")).toBe(false);
  clock.pass();
  expect(await waiting).toEqual(all(true, HELD_OF_ONE / 2));
});
