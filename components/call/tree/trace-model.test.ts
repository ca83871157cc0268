import { describe, expect, it } from "vitest";

import type { CallRow } from "@/lib/contract/calls";

import { countByFilter, filterCalls, findCalls, readTrace, type TreeFilter } from "./trace-model";

const rows: CallRow[] = [
  {
    id: "root",
    trace_id: "t",
    op_name: "weave:///acme/bot/op/Agent.run:x1",
    started_at: "2026-11-20T10:00:00.000000Z",
  },
  {
    id: "llm",
    trace_id: "t",
    parent_id: "root",
    op_name: "chat",
    started_at: "2026-11-20T10:00:01.000000Z",
    ended_at: "2026-11-20T10:00:02.000000Z",
    overview: { status: "success", model: "gpt-4o", kind: "llm", usage: { prompt_tokens: 3, completion_tokens: 4 } },
  },
  {
    id: "tool",
    trace_id: "t",
    parent_id: "gone",
    op_name: "track",
    started_at: "2026-11-20T10:00:03.000000Z",
    ended_at: "2026-11-20T10:00:04.000000Z",
    exception: "RateLimitError: 429",
  },
];

describe("readTrace", () => {
  it("brings together what a page knows of a trace", () => {
    const { tree, statuses, usage, isRunning } = readTrace(rows);
    expect(tree.missing).toBe(1);
    expect(isRunning).toBe(true);
    expect(Object.fromEntries(statuses)).toEqual({
      root: "running",
      llm: "success",
      tool: "error",
      gone: "descendant_error",
    });
    expect(usage.get("root")).toEqual({ prompt_tokens: 3, completion_tokens: 4 });
  });
});

describe("filters of the tree", () => {
  const trace = readTrace(rows);
  const path = new Map([["llm", []]]);

  it("counts what each would leave", () => {
    expect(Object.fromEntries(countByFilter(trace, path))).toEqual({ llm: 1, error: 1, critical: 1 });
  });

  it.each<[TreeFilter[], string[]]>([
    [["llm"], ["llm"]],
    [["llm", "tool"], ["llm"]],
    [["error"], ["tool"]],
    [["llm", "error"], []],
    [["critical"], ["llm"]],
    [[], ["root", "llm", "tool"]],
  ])("%j", (filters, ids) => {
    expect(filterCalls(trace, filters, path)).toEqual(ids);
  });
});

describe("findCalls", () => {
  it.each([
    ["agent", ["root"]],
    ["GPT", ["llm"]],
    ["ratelimit", ["tool"]],
    ["a", ["root", "llm", "tool"]],
    ["acme", []],
    ["gone", []],
  ])("%s", (text, ids) => {
    expect(findCalls(readTrace(rows).tree, text, new Set())).toEqual(ids);
  });

  it("has the calls whose contents have the text, in the order of the tree", () => {
    expect(findCalls(readTrace(rows).tree, "agent", new Set(["tool"]))).toEqual(["root", "tool"]);
  });
});
