import { describe, expect, it } from "vitest";
import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import { buildSpanTree } from "./span-tree";
import { addUsage, rollUpUsage, totalTokens } from "./usage";

function row(id: string, parent: string | undefined, kind?: CallKind, total?: number): CallRow {
  const usage = total === undefined ? undefined : { total_tokens: total };
  return { id, trace_id: "t", parent_id: parent, overview: { status: "success", kind, usage } };
}

describe("rollUpUsage", () => {
  const cases: { name: string; rows: CallRow[]; totals: Record<string, number> }[] = [
    {
      name: "an outer call that repeats its model calls counts once",
      rows: [row("gen", undefined, "chain", 22), row("do1", "gen", "llm", 11), row("do2", "gen", "llm", 11)],
      totals: { gen: 22, do1: 11, do2: 11 },
    },
    {
      name: "a parent without a kind that sums its children counts once, also through one that reports nothing",
      rows: [row("p", undefined, undefined, 22), row("m", "p"), row("x", "m", undefined, 11), row("y", "m", "llm", 11)],
      totals: { p: 22, m: 22, x: 11, y: 11 },
    },
    {
      name: "a model call below a model call counts too",
      rows: [row("a", undefined, "llm", 10), row("b", "a", "embedding", 3)],
      totals: { a: 13, b: 3 },
    },
    {
      name: "an agent below which nothing counts shows what it reports",
      rows: [row("agent", undefined, "agent", 7), row("tool", "agent", "tool")],
      totals: { agent: 7 },
    },
    {
      name: "an agent's own report never counts upwards",
      rows: [row("root", undefined, "chain"), row("agent", "root", "agent", 7), row("llm", "root", "llm", 5)],
      totals: { root: 5, agent: 7, llm: 5 },
    },
    {
      name: "a parent that has not come has the sum of its children",
      rows: [row("a", "gone", "llm", 2), row("b", "gone", "llm", 3)],
      totals: { gone: 5, a: 2, b: 3 },
    },
    { name: "no report is unknown, not zero", rows: [row("a", undefined, "llm")], totals: {} },
  ];

  it.each(cases)("$name", ({ rows, totals }) => {
    const rolled = [...rollUpUsage(buildSpanTree(rows))].map(([id, usage]) => [id, usage.total_tokens]);
    expect(Object.fromEntries(rolled)).toEqual(totals);
  });
});

describe("addUsage", () => {
  it("leaves counts unknown that neither has, and completes a missing total", () => {
    const parts: TokenUsage = { prompt_tokens: 2, completion_tokens: 3 };
    expect(addUsage(parts, { total_tokens: 10, cached_tokens: 1 })).toEqual({
      prompt_tokens: 2,
      completion_tokens: 3,
      cached_tokens: 1,
      total_tokens: 15,
    });
    expect(totalTokens({})).toBeUndefined();
    expect(totalTokens({ completion_tokens: 4 })).toBe(4);
  });
});
