import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Step, stepsBefore } from "./step-order";

const never = Number.POSITIVE_INFINITY;
const step = (key: string, start: number, end: number): Step => ({ key, start, end });
const before = (steps: readonly Step[]) => stepsBefore(steps).map((one) => [...one.before].toSorted().join(""));

describe("stepsBefore", () => {
  it.each<[string, Step[], string[]]>([
    ["nothing", [], []],
    ["one after another", [step("a", 0, 1), step("b", 1, 2), step("c", 5, 6)], ["", "a", "b"]],
    [
      "all of several in parallel",
      [step("a", 0, 9), step("b", 1, 3), step("c", 2, 8), step("d", 9, 9)],
      ["", "", "", "abc"],
    ],
    ["only what ran last", [step("a", 0, 1), step("b", 2, 3), step("c", 2, 9), step("d", 4, 5)], ["", "a", "a", "b"]],
    ["the order of one instant", [step("a", 1, 1), step("b", 1, 1), step("c", 1, 1)], ["", "a", "b"]],
    ["nothing after what has not ended", [step("a", 0, never), step("b", 5, 6)], ["", ""]],
    ["an unknown start first", [step("a", -never, 3), step("b", 3, 4)], ["", "a"]],
  ])("%s", (_, steps, expected) => {
    expect(before(steps)).toEqual(expected);
  });

  it("says which steps had run before", () => {
    const steps = [step("a", 0, 1), step("a", 0, 1), step("b", 2, 3), step("a", 4, 5)];
    expect(stepsBefore(steps).map(({ isRepeated }) => isRepeated)).toEqual([false, false, false, true]);
  });

  it("is the covering relation of what ended before what", () => {
    const times = fc.tuple(
      fc.integer({ min: 0, max: 8 }),
      fc.constantFrom(0, 0, 1, 2, 5, never),
      fc.constantFrom("a", "b", "c"),
    );
    fc.assert(
      fc.property(fc.array(times, { maxLength: 14 }), (drawn) => {
        const steps = drawn.map(([start, length, key]) => step(key, start, start + length));
        steps.sort((a, b) => a.start - b.start);
        const precedes = (a: number, b: number) => a < b && (steps[a]?.end ?? 0) <= (steps[b]?.start ?? 0);
        const all = [...steps.keys()];
        const expected = all.map((to) => {
          const direct = all.filter((a) => precedes(a, to) && !all.some((c) => precedes(a, c) && precedes(c, to)));
          return [...new Set(direct.map((place) => steps[place]?.key ?? ""))].toSorted().join("");
        });
        expect(before(steps)).toEqual(expected);
        expect(stepsBefore(steps).map(({ isRepeated }) => isRepeated)).toEqual(
          all.map((to) => all.some((a) => precedes(a, to) && steps[a]?.key === steps[to]?.key)),
        );
      }),
    );
  });
});
