import { expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import type { Experiment } from "@/lib/contract/experiments";
import { JsonText } from "@/lib/json/text";
import { isTimeOrderedId, listExperiments } from "./listed";

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, "0")}:00.000000Z`;
const call = (id: string, minute: number): CallRow => ({ id, started_at: at(minute) });
const run = (id: string, created: number, started?: number): Experiment => ({
  project_id: "acme/bot",
  id,
  definition: { name: id, table_digest: "t", request: new JsonText("{}") },
  status: started === undefined ? "queued" : "running",
  created_by: "ann",
  created_at: at(created),
  ...(started !== undefined && { started_at: at(started) }),
  rows: { waiting: 1, sent: 0, answered: 0, failed: 0 },
  unscored: 0,
  cost_usd: 0,
  unpriced: 0,
});

it("joins calls with what the service runs, newest first, and lists what has no call yet", () => {
  const rows = listExperiments(
    [call("program", 9), call("b", 5)],
    [run("queued", 7), run("b", 4, 5), run("starting", 8, 8)],
    { isFirst: true, hasMore: false },
  );
  expect(rows.map(({ id, call: has, run: runs }) => [id, has !== undefined, runs !== undefined])).toEqual([
    ["program", true, false],
    ["starting", false, true],
    ["queued", false, true],
    ["b", true, true],
  ]);
});

it("leaves a started one to the page that has its call", () => {
  const page = { isFirst: true, hasMore: true };
  const rows = listExperiments([call("program", 9)], [run("old", 1, 2), run("waits", 3)], page);
  expect(rows.map(({ id }) => id)).toEqual(["program", "waits"]);
  const later = listExperiments([call("old", 2)], [run("old", 1, 2)], { isFirst: false, hasMore: false });
  expect(later.map(({ id, run: runs }) => [id, runs?.id])).toEqual([["old", "old"]]);
});

it("tells the ids of the service from others", () => {
  expect(isTimeOrderedId("01980b9c-0000-7000-8000-000000000000")).toBe(true);
  expect(isTimeOrderedId("run 1")).toBe(false);
});
