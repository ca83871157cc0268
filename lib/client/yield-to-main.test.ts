import { expect, it, vi } from "vitest";
import { yieldToMain } from "./yield-to-main";

async function* numbers(count: number, onEnd: () => void): AsyncGenerator<number> {
  try {
    for (let number = 0; number < count; number += 1) yield number;
  } finally {
    onEnd();
  }
}

it("yields every row in order, and lets other work run in between", async () => {
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 10));
  let turns = 0;
  const other = setInterval(() => (turns += 1));
  const given: number[] = [];
  for await (const number of yieldToMain(numbers(100, () => undefined))) given.push(number);
  clearInterval(other);
  vi.restoreAllMocks();
  expect(given).toEqual(Array.from({ length: 100 }, (_, number) => number));
  expect(turns).toBeGreaterThan(0);
});

it("stops the rows when it is left early", async () => {
  const onEnd = vi.fn<() => void>();
  for await (const number of yieldToMain(numbers(100, onEnd))) if (number === 3) break;
  expect(onEnd).toHaveBeenCalledOnce();
});

it("fails as the rows fail", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error("cut off");
  }
  const read = async () => {
    for await (const number of yieldToMain(failing())) expect(number).toBe(1);
  };
  await expect(read()).rejects.toThrow("cut off");
});
