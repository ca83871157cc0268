import { expect, test, vi } from "vitest";

import { JsonNode } from "@/lib/json/node";
import { NEWEST_TRACES, type CallsView } from "@/lib/filter/calls-view";

import { allNarrowings, clauses, filtersBelow, readFilter, withClause } from "./filters";

const plain: CallsView = { ...NEWEST_TRACES, roots: false };

test("each clause removes only itself", () => {
  const q = 'status:error,running op:weave:///a/b/op/plan:x latency>2s (a or b) "c"';
  expect(clauses({ ...plain, q })).toEqual([
    { name: "status", value: "error or running", without: { q: "op:weave:///a/b/op/plan:x latency>2s (a or b) c" } },
    { name: "op", value: "plan", without: { q: "status:error,running latency>2s (a or b) c" } },
    { name: "", value: "latency>2s", without: { q: "status:error,running op:weave:///a/b/op/plan:x (a or b) c" } },
    { name: "", value: "a or b", without: { q: "status:error,running op:weave:///a/b/op/plan:x latency>2s c" } },
    {
      name: "text",
      value: "“c”",
      without: { q: "status:error,running op:weave:///a/b/op/plan:x latency>2s (a or b)" },
    },
  ]);
});

test("the work for the clauses of a filter grows with their number, not with its square", () => {
  const read = vi.spyOn(JsonNode, "parse");
  const valuesWritten = (count: number) => {
    const view = { ...plain, q: Array.from({ length: count }, (_, at) => `latency>${at + 1}s`).join(" ") };
    read.mockClear();
    expect(clauses(view)).toHaveLength(count);
    return read.mock.calls.length;
  };
  try {
    const few = valuesWritten(10);
    expect(few).toBeGreaterThan(0);
    expect(valuesWritten(100)).toBe(10 * few);
  } finally {
    read.mockRestore();
  }
});

test("an empty list can name everything that narrows it", () => {
  const names = (view: CallsView) => allNarrowings(view, "UTC").map(({ name }) => name);
  expect(names(plain)).toEqual([]);
  expect(names({ ...plain, q: "x status:error", range: "1h", roots: true })).toEqual([
    "text",
    "status",
    "time",
    "calls",
  ]);
  expect(names({ ...plain, q: "status:" })).toEqual([]);
});

test.each([
  ["customer.city:Lyon", ["has(customer.city:Lyon) = has(customer.city:Lyon)"]],
  [
    "kind:tool started:today status:error lyon",
    [
      "has(kind:tool status:error) = started:today lyon has(kind:tool status:error)",
      "has(kind:tool) = started:today status:error lyon has(kind:tool)",
      "has(status:error) = kind:tool started:today lyon has(status:error)",
    ],
  ],
  ["feedback:👎 or by:ada", ["has(reaction:👎 or by:ada) = has(reaction:👎 or by:ada)"]],
  ["lyon not kind:tool has(kind:tool) started>2h", []],
  ["status:", []],
  ["", []],
])("conditions of %s are looked for below the roots", (q, filters) => {
  const written = filtersBelow({ ...plain, q, roots: true }).map((one) => `${one.below} = ${one.q}`);
  expect(written).toEqual(filters);
  expect(filtersBelow({ ...plain, q })).toEqual([]);
});

test("a clause is added to what there is", () => {
  expect(withClause("a or b", { kind: "text", text: "c" })).toBe("(a or b) c");
  expect(withClause("", { kind: "text", text: "c" })).toBe("c");
  expect(readFilter("status:")).toMatchObject({ error: { from: 7 } });
});
