import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TrainingEvent } from "@/lib/contract/training";
import { type Curves, CURVES_KEPT, extendCurves, NO_CURVES } from "./curves";
import { trainingEvent } from "./test-events";

const step = (at: number | undefined, data: object) =>
  trainingEvent("gradient_step", at === undefined ? data : { step: at, ...data });
const started = trainingEvent("training_started", {});
const drawn = ({ byName }: Curves) =>
  Object.fromEntries([...byName].map(([name, { steps, values }]) => [name, steps.map((at, i) => [at, values[i]])]));

describe("curves", () => {
  test.each<[string, TrainingEvent[], object]>([
    ["nothing", [], {}],
    [
      "in order",
      [step(1, { loss: 3 }), step(2, { loss: 2 })],
      {
        loss: [
          [1, 3],
          [2, 2],
        ],
      },
    ],
    [
      "with gaps",
      [step(1, { loss: 3 }), step(50, { loss: 2 })],
      {
        loss: [
          [1, 3],
          [50, 2],
        ],
      },
    ],
    [
      "out of order",
      [step(2, { loss: 2 }), step(1, { loss: 3 })],
      {
        loss: [
          [1, 3],
          [2, 2],
        ],
      },
    ],
    ["said twice: the last holds", [step(1, { loss: 3 }), step(1, { loss: 9 })], { loss: [[1, 9]] }],
    ["in two events of one step", [step(1, { loss: 3 }), step(1, { reward: 1 })], { loss: [[1, 3]], reward: [[1, 1]] }],
    [
      "counted where no event has a step",
      [step(undefined, { a: 1 }), step(undefined, { a: 2 })],
      {
        a: [
          [1, 1],
          [2, 2],
        ],
      },
    ],
    [
      "counted on from one that does",
      [step(7, { a: 1 }), step(undefined, { a: 2 })],
      {
        a: [
          [7, 1],
          [8, 2],
        ],
      },
    ],
    [
      "NaN in the middle",
      [step(1, { a: 1 }), step(2, { a: "NaN" }), step(3, { a: 2 })],
      {
        a: [
          [1, 1],
          [2, null],
          [3, 2],
        ],
      },
    ],
    ["a field that was never a number", [step(1, { note: null })], {}],
  ])("%s", (_what, events, expected) => {
    expect(drawn(extendCurves(NO_CURVES, events))).toEqual(expected);
  });

  test("a restart replaces earlier values at its steps and later ones", () => {
    const first = [started, ...[1, 2, 3, 4].map((at) => step(at, { loss: at }))];
    const again = [started, step(3, { loss: 30 }), step(4, { loss: 40 })];
    const curves = extendCurves(NO_CURVES, [...first, again[0] ?? started, step(3, { loss: 30 })]);
    expect(drawn(curves)).toEqual({
      loss: [
        [1, 1],
        [2, 2],
        [3, 30],
      ],
    });
    expect(curves.restarts).toEqual([3]);
    expect(drawn(extendCurves(NO_CURVES, [...first, ...again]))["loss"]?.at(-1)).toEqual([4, 40]);
  });

  test("a runner that counts no steps starts again at the first", () => {
    const curves = extendCurves(NO_CURVES, [
      started,
      step(undefined, { a: 1 }),
      step(undefined, { a: 2 }),
      started,
      step(undefined, { a: 5 }),
    ]);
    expect(drawn(curves)).toEqual({ a: [[1, 5]] });
  });

  test("names are kept up to a maximum, and the others counted", () => {
    const many = Object.fromEntries(Array.from({ length: CURVES_KEPT + 5 }, (_, at) => [`m${at}`, at]));
    const curves = extendCurves(NO_CURVES, [step(1, many)]);
    expect([curves.byName.size, curves.omitted.size]).toEqual([CURVES_KEPT, 5]);
  });

  test("events in parts make the same curves as all at once", () => {
    const event = fc.oneof(
      fc.constant(started),
      fc
        .tuple(fc.option(fc.nat(20), { nil: undefined }), fc.dictionary(fc.constantFrom("a", "b"), fc.integer()))
        .map(([at, data]) => step(at, data)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.nat(40), (events, cut) => {
        const whole = extendCurves(NO_CURVES, events);
        const parts = extendCurves(extendCurves(NO_CURVES, events.slice(0, cut)), events.slice(cut));
        expect(parts).toEqual(whole);
        for (const { steps } of whole.byName.values())
          expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
      }),
    );
  });
});
