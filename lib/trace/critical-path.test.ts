import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { criticalPath, pathDuration } from "./critical-path";
import { buildSpanTree } from "./span-tree";

const BASE = Date.parse("2026-11-20T08:00:00.000Z");
const NOW = BASE + 100;
const at = (ms: number) => new Date(BASE + ms).toISOString().replace("Z", "000Z");
const call = (id: string, parent: string | undefined, from: number, to?: number): CallRow => ({
  id,
  trace_id: "t",
  parent_id: parent,
  started_at: at(from),
  ended_at: to === undefined ? undefined : at(to),
});

/** `a 0-2 5-10`, in milliseconds. */
function path(rows: readonly CallRow[]): string[] {
  return [...criticalPath(buildSpanTree(rows), NOW)].map(([id, sections]) => {
    const times = sections.map(({ start, end }) => `${start / 1000 - BASE}-${end / 1000 - BASE}`);
    return [id, ...times.toReversed()].join(" ");
  });
}

const cases: { name: string; rows: CallRow[]; expected: string[] }[] = [
  { name: "a single call", rows: [call("a", undefined, 0, 10)], expected: ["a 0-10"] },
  {
    name: "children one after the other",
    rows: [call("a", undefined, 0, 10), call("b", "a", 1, 4), call("c", "a", 5, 9)],
    expected: ["a 0-1 4-5 9-10", "c 5-9", "b 1-4"],
  },
  {
    name: "of two beside each other the last to end; the other is not on the path",
    rows: [call("a", undefined, 0, 10), call("b", "a", 1, 6), call("c", "a", 3, 9)],
    expected: ["a 0-3 9-10", "c 3-9"],
  },
  {
    name: "a child that ends as the next begins",
    rows: [call("a", undefined, 0, 10), call("b", "a", 0, 5), call("c", "a", 5, 10)],
    expected: ["c 5-10", "b 0-5"],
  },
  {
    name: "through grandchildren",
    rows: [call("a", undefined, 0, 10), call("b", "a", 2, 8), call("c", "b", 3, 7)],
    expected: ["a 0-2 8-10", "b 2-3 7-8", "c 3-7"],
  },
  {
    name: "a child that outlives its parent is cut to it",
    rows: [call("a", undefined, 0, 10), call("b", "a", 8, 14), call("c", "b", 11, 12)],
    expected: ["a 0-8", "b 8-10"],
  },
  {
    name: "a child that runs does so until now",
    rows: [call("a", undefined, 0), call("b", "a", 90)],
    expected: ["a 0-90", "b 90-100"],
  },
  {
    name: "several roots follow each other",
    rows: [call("a", undefined, 0, 10), call("b", undefined, 20, 30)],
    expected: ["b 20-30", "a 0-10"],
  },
  {
    name: "a parent that has not come is passed through",
    rows: [call("b", "gone", 2, 8), call("c", "gone", 8, 9)],
    expected: ["c 8-9", "b 2-8"],
  },
  { name: "nothing", rows: [], expected: [] },
];

describe("criticalPath", () => {
  it.each(cases)("$name", ({ rows, expected }) => {
    expect(path(rows).toSorted()).toEqual(expected.toSorted());
  });

  it("attributes each moment at most once, and all of a single root's time", () => {
    const spans = fc.array(fc.record({ parent: fc.nat(8), from: fc.nat(50), takes: fc.nat(50) }), { maxLength: 9 });
    fc.assert(
      fc.property(spans, (some) => {
        const rows = some.map(({ parent, from, takes }, index) =>
          call(`${index + 1}`, `${Math.min(parent, index)}`, from, from + takes),
        );
        const path = [...criticalPath(buildSpanTree([call("0", undefined, 0, 60), ...rows]), NOW).values()].flat();
        const inOrder = path.toSorted((a, b) => a.start - b.start);
        for (const [index, { end }] of inOrder.entries()) {
          expect(end).toBeLessThanOrEqual(inOrder[index + 1]?.start ?? Number.POSITIVE_INFINITY);
        }
        expect(pathDuration(path)).toBe(60_000);
      }),
    );
  });

  it("handles a chain of 100,000 calls", () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => call(`${n}`, n > 0 ? `${n - 1}` : undefined, 0, 10));
    expect(path(rows)).toEqual(["99999 0-10"]);
  });
});
