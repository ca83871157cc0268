import { expect, test } from "vitest";

import { NEWEST_TRACES, type CallsView } from "@/lib/queries/calls-filter";

import { allFilters, chipFilters, rangeWord } from "./filters";

const plain: CallsView = { ...NEWEST_TRACES, roots: false };

test.each<[Partial<CallsView>, string]>([
  [{}, "All time"],
  [{ range: "24h" }, "Last 24 h"],
  [{ from: "2020-01-02T03:04:05Z" }, "Since 2 Jan 2020 03:04:05"],
  [{ to: "2020-01-02T03:04:05Z" }, "Until 2 Jan 2020 03:04:05"],
  [{ from: "2020-01-02T03:04:05Z", range: "1h" }, "Since 2 Jan 2020 03:04:05"],
])("%o is called %s", (change, words) => {
  expect(rangeWord({ ...plain, ...change }, "UTC")).toBe(words);
});

test("each chip takes away only itself", () => {
  const view: CallsView = { ...plain, status: ["error", "running"], op: ["weave:///a/b/op/plan:x"] };
  expect(chipFilters(view)).toEqual([
    { name: "status", value: "error", without: { status: ["running"] } },
    { name: "status", value: "running", without: { status: ["error"] } },
    { name: "op", value: "plan", without: { op: [] } },
  ]);
});

test("an empty list can name everything that narrows it", () => {
  const names = (view: CallsView) => allFilters(view, "UTC").map(({ name }) => name);
  expect(names(plain)).toEqual([]);
  expect(names({ ...plain, q: "x", status: ["error"], op: ["a"], range: "1h", roots: true })).toEqual([
    "text",
    "status",
    "op",
    "time",
    "calls",
  ]);
});
