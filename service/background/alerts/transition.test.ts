import { describe, expect, test } from "vitest";
import type { AlertDefinition, AlertState } from "@/lib/contract/alerts";
import type { AlertProgress } from "@/service/store/alerts/alerts-store";
import { type WindowResult, meets, transition } from "./transition";

const above5: Pick<AlertDefinition, "condition" | "consecutive" | "notify_on"> = {
  condition: { type: "threshold", comparison: "above", value: 5 },
  consecutive: 1,
  notify_on: ["recovery", "error"],
};

type Step = number | "no_data" | "error" | "muted 9" | "muted 1";

/** The state after each window, with `*` where an event is recorded and `!` where people are notified. */
function run(steps: readonly Step[], definition = above5): string[] {
  let progress: AlertProgress = { breaches: 0, isNotified: false };
  return steps.map((step, place) => {
    const isMuted = typeof step === "string" && step.startsWith("muted");
    const value = isMuted ? Number(step.slice(-1)) : step;
    const result: WindowResult =
      typeof value === "number" ? { type: "value", value } : { type: value as "no_data" | "error", reason: "" };
    const next = transition(progress, definition, result, { windowEnd: `w${place}`, isMuted });
    progress = next.progress;
    return `${next.progress.state}${next.isEvent ? "*" : ""}${next.isNotified ? "!" : ""}`;
  });
}

describe("an alert", () => {
  test.each<[string, Step[], string[], Partial<AlertDefinition>?]>([
    ["fires and recovers", [1, 9, 9, 1, 1], ["ok*", "firing*!", "firing", "ok*!", "ok"]],
    ["does not fire at the threshold itself", [5], ["ok*"]],
    [
      "fires after several windows in succession",
      [9, 9, 1, 9, 9, 9, 9],
      ["ok*", "ok", "ok", "ok", "ok", "firing*!", "firing"],
      { consecutive: 3 },
    ],
    [
      "is not ok while there is no data",
      [9, "no_data", "no_data", 9, 1],
      ["firing*!", "no_data*", "no_data", "firing*", "ok*!"],
    ],
    [
      "fires again at once if only data was missing",
      [9, 9, "no_data", 9],
      ["ok*", "firing*!", "no_data*", "firing*"],
      { consecutive: 2 },
    ],
    [
      "is notified of missing data if asked to",
      ["no_data", "no_data", 1],
      ["no_data*!", "no_data", "ok*"],
      { notify_on: ["no_data"] },
    ],
    ["is notified once that it cannot be evaluated", ["error", "error", 1], ["error*!", "error", "ok*"]],
    ["is silent about all but firing if asked to", [9, "error", 1], ["firing*!", "error*", "ok*"], { notify_on: [] }],
    [
      "muted while it fires, is notified afterwards",
      ["muted 9", "muted 9", 9, 9, 1],
      ["firing*", "firing", "firing*!", "firing", "ok*!"],
    ],
    ["muted all the while, is never notified", [1, "muted 9", "muted 1", 1], ["ok*", "firing*", "ok*", "ok"]],
  ])("%s", (_what, steps, states, definition) => {
    expect(run(steps, { ...above5, ...definition })).toEqual(states);
  });
});

test("it keeps since when it has been firing, until it is ok", () => {
  const at = (progress: AlertProgress, value: number, windowEnd: string) =>
    transition(progress, above5, { type: "value", value }, { windowEnd, isMuted: false }).progress;
  const fired = at({ breaches: 0, isNotified: false }, 9, "a");
  const still = at(fired, 9, "b");
  expect([fired.firedAt, still.firedAt, at(still, 1, "c").firedAt]).toEqual(["a", "a", undefined]);
});

describe("a condition", () => {
  test.each<[AlertDefinition["condition"], { value: number; percent?: number }, boolean]>([
    [{ type: "threshold", comparison: "above", value: 1 }, { value: 1.1 }, true],
    [{ type: "threshold", comparison: "above", value: 1 }, { value: 1 }, false],
    [{ type: "threshold", comparison: "below", value: 1 }, { value: 0.9 }, true],
    [{ type: "threshold", comparison: "below", value: 1 }, { value: 1 }, false],
    [{ type: "change", comparison: "above", percent: 50 }, { value: 1, percent: 51 }, true],
    [{ type: "change", comparison: "above", percent: 50 }, { value: 100, percent: 50 }, false],
    [{ type: "change", comparison: "below", percent: -30 }, { value: 1, percent: -31 }, true],
    [{ type: "change", comparison: "below", percent: -30 }, { value: 1, percent: 10 }, false],
  ])("%j with %j: %s", (condition, measured, isMet) => expect(meets(condition, measured)).toBe(isMet));
});

test("every state is one of the contract's", () => {
  const states: AlertState[] = ["ok", "firing", "no_data", "error"];
  expect(new Set(run([1, 9, "no_data", "error"]).map((text) => text.replaceAll(/[*!]/g, "")))).toEqual(new Set(states));
});
