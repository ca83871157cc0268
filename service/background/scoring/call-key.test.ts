import { expect, it } from "vitest";
import { isSampled, scoredKey } from "./call-key";

const IDS = Array.from({ length: 20_000 }, (_, place) => `call-${place}`);

it("a sample has the share of its rate, and is part of larger ones", () => {
  const [tenth, half] = [0.1, 0.5].map((rate) => IDS.filter((id) => isSampled(id, rate)));
  expect((tenth?.length ?? 0) / IDS.length).toBeCloseTo(0.1, 2);
  expect((half?.length ?? 0) / IDS.length).toBeCloseTo(0.5, 1);
  const inHalf = new Set(half);
  expect(tenth?.every((id) => inHalf.has(id))).toBe(true);
  expect(IDS.every((id) => isSampled(id, 1))).toBe(true);
});

it("a key differs by call, by version of the scorer, and for threads", () => {
  const thing = { callId: "c", scorerRef: "s:1", ofThread: false };
  const keys = [
    thing,
    { ...thing },
    { ...thing, callId: "d" },
    { ...thing, scorerRef: "s:2" },
    { ...thing, ofThread: true },
  ];
  expect(new Set(keys.map(scoredKey)).size).toBe(4);
  expect(scoredKey(thing)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});
