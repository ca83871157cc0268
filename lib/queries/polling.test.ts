import { expect, test } from "vitest";
import { polledDays } from "./polling";

test.each([
  [{ tookMs: 20 }, 10_000],
  [{ tookMs: 500 }, 25_000],
  [{ tookMs: 9_000 }, 60_000],
  [{}, 60_000],
  [undefined, 60_000],
])("numbers of whole days are read again by how long that took: %j", (data, interval) => {
  expect(polledDays.refetchInterval({ state: { status: "success", error: null, data } })).toBe(interval);
});
