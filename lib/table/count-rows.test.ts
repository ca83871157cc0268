import { expect, it } from "vitest";
import { countRows } from "./count-rows";

it.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 100, 1023, 1024, 1025])("counts %i rows", async (count) => {
  let asked = 0;
  const counted = await countRows((offset) => {
    asked += 1;
    return Promise.resolve(offset < count);
  });
  expect(counted).toBe(count);
  expect(asked).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count + 1)) + 2);
});
