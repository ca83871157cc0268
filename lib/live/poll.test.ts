import { expect, it } from "vitest";
import { nextPoll, type Poll } from "./poll";

it("reads at first, at each change, and one more time after it", () => {
  let state: Poll | undefined;
  const due = [null, null, null, "a", "a", "a", "b", "c", "c", "c"].map((latest) => {
    const { isDue, ...next } = nextPoll(state, latest);
    state = next;
    return isDue;
  });
  expect(due).toEqual([true, true, false, true, true, false, true, true, true, false]);
});
