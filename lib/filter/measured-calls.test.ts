import { describe, expect, test } from "vitest";
import type { CallsFilter } from "@/lib/contract/calls";
import { equals } from "@/lib/contract/conditions";
import type { PlainMetric } from "@/lib/contract/metrics";

import { formatFilter } from "./format-filter";
import { measuredCallsPath, measuredFilter } from "./measured-calls";
import { parseFilter } from "./parse-filter";

describe("the calls of a program's filter are selected by the text of one", () => {
  test.each<[CallsFilter, string]>([
    [{}, ""],
    [{ trace_roots_only: true }, ""],
    [{ parent_ids: ["p"], trace_ids: ["t"], call_ids: ["a", "b"] }, "parent:p trace:t id:a,b"],
    [{ turn_ids: ["1"], ext_user_ids: ["ada"], ext_run_ids: ["r"] }, "turn:1 recorded_by:ada run:r"],
    [{ op_names: ["weave:///a/b/op/plan:*"] }, "op:weave:///a/b/op/plan:*"],
    [{ op_names: ["plan", "100%_:*"] }, "op:plan or op:100%_:*"],
  ])("%j: %s", (filter, text) => {
    expect(measuredFilter({ filter })).toBe(text);
  });

  test.each<CallsFilter>([{ op_names: ["a:*", "b"] }, { op_names: [] }, { thread_ids: [] }])(
    "%j can be read again",
    (filter) => {
      const text = measuredFilter({ filter, query: { $expr: equals("overview.kind", "llm") } });
      expect(formatFilter(parseFilter(text))).toBe(text);
    },
  );
});

const search = (path: string) => Object.fromEntries(new URL(path, "http://loupe").searchParams);

test("an address has the filter and the query, and the window without its end", () => {
  const metric = {
    measure: "calls" as const,
    filter: { op_names: ["plan"] },
    query: { $expr: equals("overview.kind", "llm") },
  };
  const window = { start: "2026-11-20T08:35:00.000000Z", end: "2026-11-20T08:40:00.000000Z" };
  const range = { from: window.start, to: "2026-11-20T08:39:59.999999Z" };
  expect(search(measuredCallsPath("a/b", metric, window))).toEqual({ q: "op:plan kind:llm", ...range, roots: "false" });
  expect(search(measuredCallsPath("a/b", { measure: "calls", filter: { trace_roots_only: true } }))).toEqual({});
});

const valueOf = (type: string, field: string) => `has:"feedback.[${type}].payload.${field}"`;

test.each<[Pick<PlainMetric, "measure" | "feedback">, string]>([
  [{ measure: "feedback_count" }, "has:feedback"],
  [{ measure: "feedback_mean", feedback: {} }, "has:feedback"],
  [
    { measure: "feedback_mean", feedback: { feedback_type: "core.annotation.a.b" } },
    valueOf("core.annotation.a.b", "value"),
  ],
  [
    { measure: "feedback_share", feedback: { feedback_type: "core.reaction.1", value: "👎" } },
    valueOf("core.reaction.1", "emoji"),
  ],
  [{ measure: "feedback_count", feedback: { feedback_type: "core.note.1" } }, valueOf("core.note.1", "note")],
  [
    { measure: "feedback_mean", feedback: { feedback_type: "quality", field: "scores.tone" } },
    valueOf("quality", "scores.tone"),
  ],
  [
    { measure: "feedback_mean", feedback: { feedback_type: "quality" } },
    `(${["value", "score", "rating", "label"].map((field) => valueOf("quality", field)).join(" or ")})`,
  ],
  // Records of such a type are counted without a value too.
  [{ measure: "feedback_count", feedback: { feedback_type: "quality" } }, "has:feedback"],
])("%j is measured of calls with feedback, whenever they started", (measured, condition) => {
  const metric = { ...measured, filter: { op_names: ["plan"] }, query: { $expr: equals("overview.kind", "llm") } };
  const q = `op:plan kind:llm ${condition}`;
  const window = { start: "2026-11-20T08:35:00.000000Z", end: "2026-11-20T08:40:00.000000Z" };
  expect(search(measuredCallsPath("a/b", metric, window))).toEqual({ q, roots: "false" });
  expect(formatFilter(parseFilter(q))).toBe(q);
  expect(measuredFilter(metric)).toBe("op:plan kind:llm");
});
