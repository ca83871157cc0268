import { expect, test } from "vitest";
import { eachWithinTime } from "./each-within-time";

const LIMITS = { eachMs: 200, allMs: 60_000 };
const forever = (): number => {
  for (;;);
};

test("what takes too long has no result, and the others have theirs, each computed once", async () => {
  const counts = [0, 0, 0];
  const count = (place: number) => () => (counts[place] = (counts[place] ?? 0) + 1);
  const slow: number[] = [];
  const runs = [count(0), forever, count(1), forever, count(2)];
  expect(await eachWithinTime(runs, LIMITS, (place) => slow.push(place))).toEqual([
    { result: 1 },
    undefined,
    { result: 1 },
    undefined,
    { result: 1 },
  ]);
  expect([counts, slow]).toEqual([
    [1, 1, 1],
    [1, 3],
  ]);
});

test("once all together have had their time, no further one runs", async () => {
  let later = 0;
  const runs = [forever, forever, () => (later += 1)];
  expect(await eachWithinTime(runs, { eachMs: 20, allMs: 30 })).toEqual([undefined, undefined, undefined]);
  expect(later).toBe(0);
});

test("what is thrown inside is thrown, and no functions have no results", async () => {
  const thrown = () => {
    throw new TypeError("mistake");
  };
  await expect(eachWithinTime([thrown], LIMITS)).rejects.toThrow(new TypeError("mistake"));
  expect(await eachWithinTime([], LIMITS)).toEqual([]);
});
