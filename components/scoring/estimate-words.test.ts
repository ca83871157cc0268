import { expect, it } from "vitest";
import type { ScoringEstimate } from "@/lib/contract/scoring";
import { ALL_TIME, type TimeSpan } from "@/lib/filter/time-span";

import { estimatedCost, rangeOf, scoredCalls } from "./estimate-words";

const clock = { now: Date.parse("2026-11-20T08:00:00Z"), zone: "UTC" } as const;
const instants = (from: string | null, to: string | null): TimeSpan => ({ range: null, from, to });

it.each<[string, TimeSpan, string, string]>([
  ["all time", ALL_TIME, "1970-01-01T00:00:00.000Z", "2026-11-20T08:00:00.000Z"],
  ["a relative range", { ...ALL_TIME, range: "24h" }, "2026-11-19T08:00:00.000Z", "2026-11-20T08:00:00.000Z"],
  ["a whole day", { ...ALL_TIME, range: "yesterday" }, "2026-11-19T00:00:00.000Z", "2026-11-20T00:00:00.000Z"],
  [
    "two instants",
    instants("2026-11-18T00:00:00.000Z", "2026-11-18T23:59:59.999999Z"),
    "2026-11-18T00:00:00.000Z",
    "2026-11-19T00:00:00.000Z",
  ],
])("%s has a start, and an end that is not part of it", (_name, span, start, end) => {
  const range = rangeOf(span, clock);
  expect({ start: new Date(range.start).toISOString(), end: range.end }).toEqual({ start, end });
});

it("scores what is sampled and not known", () => {
  expect(scoredCalls({ sampled: 12, known: 5 })).toBe(7);
  // Calls that were scored with another filter or sampling.
  expect(scoredCalls({ sampled: 2, known: 5 })).toBe(0);
});

it.each<[Pick<ScoringEstimate, "cost_usd" | "basis">, string, string]>([
  [{ cost_usd: 0, basis: "no_judge" }, "free", "the scorer asks no model"],
  [{ cost_usd: 0.42, basis: "verdicts" }, "about $0.420", "from what verdicts of this version have cost so far"],
  [{ cost_usd: 12, basis: "lengths" }, "about $12.00", "a rough estimate, from the lengths of some requests"],
  [{}, "unknown", "the judge's model has no price"],
])("says what it costs, and how that is known: %j", (estimate, cost, basis) => {
  expect(estimatedCost(estimate)).toEqual({ cost, basis });
});
