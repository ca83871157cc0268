import { describe, expect, it, test } from "vitest";

import { JsonText } from "@/lib/json/text";
import type { QueueAnswer } from "@/lib/feedback/queue";

import { agreementsOf, agreementWords } from "./agreement-rows";

const queue = {
  name: "q",
  ref: "core:///a/b/object/q:d",
  createdAt: "2026-11-20T00:00:00Z",
  description: "",
  callIds: ["a", "b", "c"],
  filter: "",
  annotations: ["quality"],
  isBlind: false,
  assignedTo: [],
  perCall: 1,
};
const spec = { id: "quality", ref: "core:///a/b/object/quality:d", name: "Quality", field: { kind: "text" } as const };
const answers = (who: string, ...values: (string | undefined)[]): QueueAnswer[] =>
  values.flatMap((value, index) =>
    value === undefined
      ? []
      : [
          {
            callId: queue.callIds[index] ?? "",
            type: "core.annotation.quality",
            who,
            payload: new JsonText(`{"value":"${value}"}`),
          },
        ],
  );

describe("agreementsOf", () => {
  it("two have a kappa", () => {
    const given = [...answers("bob", "good", "bad", "good"), ...answers("ann", "good", "bad", "bad")];
    const [one] = agreementsOf(queue, given, [spec]);
    expect(one).toMatchObject({ people: ["ann", "bob"], shared: 3, same: 2 });
    expect(one?.kappa).toBeCloseTo(0.4, 6);
  });

  it("three have an alpha only", () => {
    const given = [...answers("a", "x", "y"), ...answers("b", "x", undefined, "y"), ...answers("c", "x", "y", "y")];
    expect(agreementsOf(queue, given, [spec])[0]).toMatchObject({ kappa: undefined, alpha: 1, shared: 3, same: 3 });
  });

  it("says of each person how often the others agree, whatever was skipped or is null", () => {
    const raw = (who: string, ...values: string[]): QueueAnswer[] =>
      values.map((value, index) => ({
        callId: queue.callIds[index] ?? "",
        type: "core.annotation.quality",
        who,
        payload: new JsonText(`{"value":${value}}`),
      }));
    const number = { ...spec, field: { kind: "number", isInteger: false } as const };
    const given = [...raw("ann", "4", "1", "null"), ...raw("bob", "4.0", "2"), ...raw("cyd", '"4"', "1", "3")];
    const [one] = agreementsOf(queue, given, [number]);
    // Call a: ann and bob, equal; b: ann and cyd agree, bob with nobody; c: only cyd.
    expect(one).toMatchObject({ shared: 2, same: 1, differing: new Set([1]) });
    expect(Object.fromEntries(one?.byPerson ?? [])).toEqual({
      ann: { units: 2, share: 0.75 },
      bob: { units: 2, share: 0.5 },
      cyd: { units: 1, share: 0.5 },
    });
    expect(one?.alpha).toBeGreaterThan(0);
  });

  it("the same selection in another order is the same answer", () => {
    const choices = { ...spec, field: { kind: "choices", options: [] } as const };
    const given = ['["x","y"]', '["y", "x"]'].map((value, place): QueueAnswer => ({
      callId: "a",
      type: "core.annotation.quality",
      who: `p${place}`,
      payload: new JsonText(`{"value":${value}}`),
    }));
    expect(agreementsOf(queue, given, [choices])[0]).toMatchObject({ shared: 1, same: 1, differing: new Set() });
  });

  it("one has neither", () => {
    expect(agreementsOf(queue, answers("a", "x"), [spec])[0]).toMatchObject({
      shared: 0,
      kappa: undefined,
      alpha: undefined,
    });
  });
});

test.each([
  [-0.1, "poor"],
  [0.2, "slight"],
  [0.21, "fair"],
  [0.6, "moderate"],
  [0.8, "substantial"],
  [1, "almost perfect"],
])("%d is %s", (coefficient, words) => {
  expect(agreementWords(coefficient)).toBe(words);
});
