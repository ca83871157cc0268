import { describe, expect, test } from "vitest";
import { changedSchedule, firstSchedule, nextSchedule, skippedWindows, stepSeconds, windowStart } from "./schedule";

const five = { window_seconds: 300, delay_seconds: 60 };
const at = (time: string) => `2026-11-20T${time}.000000Z`;

test.each([
  [300, 60],
  [3600, 60],
  [3660, 300],
  [86_400, 300],
  [86_460, 3600],
  [604_800, 3600],
])("windows of %i s end every %i s", (window_seconds, step) => expect(stepSeconds({ window_seconds })).toBe(step));

test("the first window is the last one that has ended; the next ones follow without a gap", () => {
  const first = firstSchedule(five, at("08:40:45"));
  expect(first).toEqual({ nextEnd: at("08:40:00"), dueAt: at("08:41:00") });
  expect(windowStart(five, first.nextEnd)).toBe(at("08:35:00"));
  expect(nextSchedule(five, first.nextEnd)).toEqual({ nextEnd: at("08:41:00"), dueAt: at("08:42:00") });
});

describe("after a change", () => {
  test.each([
    ["without an evaluation", undefined, at("08:40:00")],
    ["the same window follows", at("08:39:00"), at("08:40:00")],
    ["no window is evaluated twice", at("08:40:00"), at("08:41:00")],
  ])("%s", (_what, evaluatedTo, nextEnd) => {
    expect(changedSchedule(five, at("08:40:45"), evaluatedTo).nextEnd).toBe(nextEnd);
  });

  test("windows of another length end at their own times", () => {
    const hours = { window_seconds: 172_800, delay_seconds: 0 };
    expect(changedSchedule(hours, at("08:40:45"), at("08:39:00")).nextEnd).toBe(at("09:00:00"));
  });
});

describe("after an outage", () => {
  test.each([
    ["08:41:30", undefined],
    ["10:40:30", undefined],
    ["10:41:30", { windows: 1, lastEnd: at("08:40:00") }],
    ["10:43:00", { windows: 3, lastEnd: at("08:42:00") }],
  ])("until %s", (now, skipped) => expect(skippedWindows(five, at("08:40:00"), at(now))).toEqual(skipped));
});
