import { expect, test } from "vitest";
import { SlowOnes } from "./slow-ones";

const [slow, other] = [{}, {}];

test("what took too long gets less time for a minute, which further slow runs do not make longer", () => {
  let now = 1_000;
  const slowOnes = new SlowOnes<object>(() => now);
  expect(slowOnes.has(slow)).toBe(false);
  slowOnes.add(slow);
  expect([slowOnes.has(slow), slowOnes.has(other)]).toEqual([true, false]);
  now += 59_000;
  slowOnes.add(slow);
  expect(slowOnes.has(slow)).toBe(true);
  now += 2_000;
  expect(slowOnes.has(slow)).toBe(false);
  slowOnes.add(slow);
  now += 59_000;
  expect(slowOnes.has(slow)).toBe(true);
});
