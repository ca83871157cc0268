import { describe, expect, test } from "vitest";
import { extendPace, NO_PACE, ranMs, roughTimeLeftMs, stallOf, stepMs, timeLeftMs } from "./progress";
import { trainingEvent } from "./test-events";

const begun = Date.UTC(2026, 10, 20, 8);
const at = (seconds: number) => new Date(begun + seconds * 1000).toISOString();
const steps = (...pairs: [step: number, seconds: number][]) =>
  extendPace(
    NO_PACE,
    pairs.map(([step, seconds]) => trainingEvent("gradient_step", { step }, seconds)),
  );

describe("the time per step", () => {
  test.each([
    ["nothing is known", steps(), undefined],
    ["one step tells nothing", steps([1, 0]), undefined],
    ["each two seconds", steps([1, 0], [2, 2], [3, 4]), 2000],
    ["one slow step does not count", steps([1, 0], [2, 2], [3, 100], [4, 102]), 2000],
    ["many reported at once", steps([10, 0], [19, 5], [20, 5.1], [30, 10]), 500],
    ["gaps in the steps", steps([0, 0], [10, 20], [20, 40]), 2000],
    ["what was before a step back", steps([1, 0], [2, 100], [1, 200], [2, 201], [3, 202]), 1000],
  ])("%s", (_what, pace, expected) => {
    expect(stepMs(pace)).toBe(expected);
  });

  test("only recent activity counts, however many events there are", () => {
    const slow = Array.from({ length: 100 }, (_, n): [number, number] => [n, n * 10]);
    const fast = Array.from({ length: 100 }, (_, n): [number, number] => [100 + n, 1000 + n]);
    expect(stepMs(steps(...slow, ...fast))).toBe(1000);
  });
});

describe("the time left", () => {
  const pace = steps([1, 0], [2, 2], [3, 4]);
  test.each([
    ["of the steps left", { step: 3, total_steps: 10 }, 14_000],
    ["none when all are done", { step: 12, total_steps: 10 }, 0],
    ["unknown without a total", { step: 3 }, undefined],
  ])("%s", (_what, job, expected) => {
    expect(timeLeftMs(job, pace)).toBe(expected);
  });

  test.each([
    ["from the whole run", { status: "running", step: 5, total_steps: 10 }, 100_000],
    ["not before the first step", { status: "running", step: 0, total_steps: 10 }, undefined],
    ["not of one that ended", { status: "failed", step: 5, total_steps: 10 }, undefined],
  ] as const)("roughly, %s", (_what, job, expected) => {
    expect(roughTimeLeftMs({ ...job, started_at: at(0), last_event_at: at(100) })).toBe(expected);
  });
});

test.each([
  ["not begun", {}, undefined],
  ["still running", { started_at: at(0) }, 90_000],
  ["ended", { started_at: at(0), ended_at: at(30) }, 30_000],
])("how long a job ran: %s", (_what, job, expected) => {
  expect(ranMs(job, begun + 90_000)).toBe(expected);
});

describe("a stall", () => {
  const running = { status: "running", started_at: at(0), last_event_at: at(100) } as const;
  const slow = steps([1, 0], [2, 50], [3, 100]);
  test.each([
    ["not after a minute", running, NO_PACE, 160, undefined],
    ["after more than a minute", running, NO_PACE, 161, { silentMs: 61_000, usualMs: undefined }],
    ["not while five usual gaps have not passed", running, slow, 350, undefined],
    ["after five usual gaps", running, slow, 351, { silentMs: 251_000, usualMs: 50_000 }],
    [
      "counted from the start where nothing came",
      { ...running, last_event_at: undefined },
      NO_PACE,
      61,
      { silentMs: 61_000, usualMs: undefined },
    ],
    ["not of one that waits", { ...running, status: "queued" as const }, NO_PACE, 999, undefined],
    ["not of one that ended", { ...running, status: "succeeded" as const }, NO_PACE, 999, undefined],
  ])("%s", (_what, job, pace, seconds, expected) => {
    expect(stallOf(job, pace, begun + seconds * 1000)).toEqual(expected);
  });
});
