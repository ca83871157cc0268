import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callsQueryRequest } from "@/lib/contract/calls";
import { feedbackField } from "@/lib/contract/feedback-field";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { writeJson } from "@/lib/json/text";
import { anyFilter } from "./filter-arbitrary";
import { formatFilter } from "./format-filter";
import {
  CALL_SORT_FIELDS,
  type CallsView,
  isSortKey,
  NEWEST_TRACES,
  SORTED_CALLS,
  sortCalls,
  sortedCalls,
  zonedView,
} from "./calls-view";
import { selectCalls } from "./select-calls";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const started = (operator: string, at: string) => `{"${operator}":[{"$getField":"started_at"},{"$literal":"${at}"}]}`;
const contains = (field: string) =>
  `{"$contains":{"input":{"$getField":"${field}"},"substr":{"$literal":"50%"},"case_insensitive":true}}`;
const SEARCH = `{"$or":[${["inputs", "output", "exception", "op_name", "display_name"].map(contains).join()}]}`;

describe("selectCalls", () => {
  const cases: { name: string; view: Partial<CallsView>; selection: string }[] = [
    { name: "everything", view: { roots: false }, selection: `{}` },
    { name: "traces", view: {}, selection: `{"filter":{"trace_roots_only":true}}` },
    {
      name: "a filter",
      view: { roots: false, q: "status:error,running" },
      selection: `{"query":{"$expr":{"$in":[{"$getField":"overview.status"},[{"$literal":"error"},{"$literal":"running"}]]}}}`,
    },
    {
      name: "a relative range",
      view: { roots: false, range: "1h" },
      selection: `{"query":{"$expr":${started("$gte", "2026-11-20T11:00:00.000Z")}}}`,
    },
    {
      name: "absolute bounds, which win over a range",
      view: { roots: false, range: "1h", from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" },
      selection: `{"query":{"$expr":{"$and":[${started("$gte", "2026-01-01T00:00:00Z")},${started("$lte", "2026-02-01T00:00:00Z")}]}}}`,
    },
    { name: "text", view: { roots: false, q: "50%" }, selection: `{"query":{"$expr":${SEARCH}}}` },
    {
      name: "all together",
      view: { q: "op:a 50%", to: "2026-02-01T00:00:00Z" },
      selection: `{"filter":{"trace_roots_only":true},"query":{"$expr":{"$and":[${started("$lte", "2026-02-01T00:00:00Z")},{"$and":[{"$eq":[{"$getField":"op_name"},{"$literal":"a"}]},${SEARCH}]}]}}}`,
    },
  ];

  it.each(cases)("selects $name", ({ view, selection }) => {
    expect(writeJson(selectCalls({ ...NEWEST_TRACES, ...view }, NOW))).toBe(selection);
  });

  const bound = fc.option(
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(NOW) }).map((at) => at.toISOString()),
  );
  const view: fc.Arbitrary<CallsView> = fc.record({
    q: anyFilter.map(formatFilter),
    from: bound,
    to: bound,
    range: fc.option(fc.constantFrom("15m", "30d", "yesterday", "yesterday 14:00 to 16:00")),
    roots: fc.boolean(),
    sort: fc.record({
      by: fc.constantFrom(
        ...Object.keys(CALL_SORT_FIELDS),
        "inputs.a b",
        feedbackField("core.annotation.a b", "value"),
      ),
      direction: fc.constantFrom("asc" as const, "desc" as const),
    }),
  });

  it("produces a query that the service accepts and reads with the same meaning, for any text", () => {
    fc.assert(
      fc.property(view, (some) => {
        const order = { sort_by: sortCalls(some), newest: sortedCalls(some) };
        const body = { project_id: "a/b", ...selectCalls(some, NOW), ...order };
        const sent = writeJson(body);
        const read = callsQueryRequest.parse(parseJson(sent, slicePlan(callsQueryRequest)));
        expect(writeJson(read)).toBe(sent);
      }),
    );
  });
});

describe("sortedCalls", () => {
  it.each([
    ["started", undefined],
    ["tokens", undefined],
    ["inputs.cost", undefined],
    ["cost", undefined],
    ["feedback", undefined],
    [feedbackField("core.annotation.quality", "value"), undefined],
  ])("%s sorts %s", (by, sorted) => {
    expect(isSortKey(by)).toBe(true);
    expect(sortedCalls({ ...NEWEST_TRACES, sort: { by, direction: "desc" } })).toBe(sorted);
  });

  it("cost sorts all traces, but not all calls", () => {
    expect(sortedCalls({ ...NEWEST_TRACES, roots: false, sort: { by: "cost", direction: "desc" } })).toBe(SORTED_CALLS);
  });
});

it.each([
  "a or has(started:today)",
  'started>="This week" x',
  'ended:2026-11-20,"last month"',
  "not ended_at<yesterday",
  "started:2026-11-20",
  "started >= 2026-11-20 x",
  "ended=today",
  "started:(2026-11-18, today)",
  "started:(none today)",
  'started:"today"',
  'started: "2026-11-20"',
  '"started":today',
  '"started_at" >= "this-week"',
  'not ("ended":(none, "today"))',
  "started:none, today",
  'ended:"none" , none,"Last week"',
])("depends on the time zone: %s", (q) => {
  const view = { ...NEWEST_TRACES, q };
  expect(zonedView(view, "Asia/Tokyo")).toEqual({ ...view, zone: "Asia/Tokyo" });
});

it.each([
  "started>2h",
  "started<2026-11-20T14:00Z",
  "op:today",
  "op:2026-11-20",
  "status:",
  "started>2h today",
  '"started">2h "today"',
  '"started" today',
  "started:none op:a, today",
])("does not depend on the time zone: %s", (q) => {
  const view = { ...NEWEST_TRACES, q };
  expect(zonedView(view, "Asia/Tokyo")).toEqual(view);
});
