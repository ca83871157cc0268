import { describe, expect, test } from "vitest";
import type { CallsFilter } from "@/lib/contract/calls";
import { equals } from "@/lib/contract/conditions";

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

test("an address has the filter and the query, and the window without its end", () => {
  const metric = {
    measure: "calls" as const,
    filter: { op_names: ["plan"] },
    query: { $expr: equals("overview.kind", "llm") },
  };
  const window = { start: "2026-11-20T08:35:00.000000Z", end: "2026-11-20T08:40:00.000000Z" };
  const search = (path: string) => Object.fromEntries(new URL(path, "http://loupe").searchParams);
  const range = { from: window.start, to: "2026-11-20T08:39:59.999999Z" };
  expect(search(measuredCallsPath("a/b", metric, window))).toEqual({ q: "op:plan kind:llm", ...range, roots: "false" });
  expect(search(measuredCallsPath("a/b", { ...metric, measure: "feedback_mean" }, window))).toEqual({
    q: "op:plan kind:llm",
    roots: "false",
  });
  expect(search(measuredCallsPath("a/b", { measure: "calls", filter: { trace_roots_only: true } }))).toEqual({});
});
