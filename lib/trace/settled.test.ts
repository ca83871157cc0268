import { expect, it } from "vitest";
import { isSettled } from "./settled";

const now = Date.parse("2026-11-20T09:00:00Z");
const old = { ended_at: "2026-11-20T08:00:00.000000Z" };
it.each([
  { name: "ended long ago", rows: [{ id: "a", ...old }], is: true },
  { name: "runs", rows: [{ id: "a" }], is: false },
  { name: "ended just now", rows: [{ id: "a", ended_at: "2026-11-20T08:59:00.000000Z" }], is: false },
  { name: "misses a parent", rows: [{ id: "a", parent_id: "b", ...old }], is: false },
])("a trace that $name is settled: $is", ({ rows, is }) => {
  expect(isSettled(rows, now)).toBe(is);
});
