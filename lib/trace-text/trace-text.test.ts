import { callsText } from "./calls-text";
import { describe, expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { callRow } from "./test-rows";
import { AWKWARD } from "./test-texts";
import { realTokens } from "./test-tokens";
import { LEAST_TOKENS, traceText } from "./trace-text";
import { traceView } from "./trace-view";

const NOW = Date.parse("2026-11-20T09:00:00Z");

const overview = (more: Partial<NonNullable<CallRow["overview"]>>) => ({ status: "success" as const, ...more });

/** An agent that asks a model and calls a tool by turns; `failing` turns fail in the tool. */
function agent(turns: number, { failing = [] as number[], text = "Where is my parcel?" } = {}): CallRow[] {
  const rows = [
    callRow("root", undefined, 0, {
      op_name: "support",
      overview: overview({
        kind: "agent",
        latency_ms: turns * 2000,
        input_preview: text.slice(0, 300),
        output_preview: "It left Lyon.",
        total_cost: { USD: 0.042 },
      }),
    }),
  ];
  for (let turn = 0; turn < turns; turn += 1) {
    const usage = { prompt_tokens: 500 + turn, completion_tokens: 20 };
    rows.push(
      callRow(`llm${turn}`, "root", turn * 2, {
        op_name: "chat",
        overview: overview({
          kind: "llm",
          model: "gpt-4o",
          usage,
          input_preview: text,
          output_preview: `step ${turn}`,
        }),
      }),
      callRow(`tool${turn}`, `llm${turn}`, turn * 2 + 1, {
        op_name: "find_parcel",
        overview: overview({ kind: "tool", input_preview: `{"parcel":${turn}}`, output_preview: text }),
        ...(failing.includes(turn) && { exception: `TimeoutError: no answer\n  at find_parcel (${text})` }),
      }),
    );
  }
  return rows;
}

const textOf = (rows: readonly CallRow[], budget: number, below?: string) =>
  traceText(traceView(rows, NOW), { budget, ...(below !== undefined && { below }) });

test("says what a trace is, what stands out, and its calls with their places", () => {
  expect(textOf(agent(2, { failing: [1] }), 2_000)).toBe(
    [
      "trace t1, agent support, descendant error, 5 calls, 1 error, 4.00 s, 1,001+40 tokens, $0.0420",
      "started 2026-11-20T08:00:00.000Z, models gpt-4o (2)",
      "! error: tool find_parcel: TimeoutError: no answer (1.2.1)",
      "1 agent support, descendant error, 4.00 s, 1,001+40 tokens, $0.0420",
      " in: Where is my parcel?",
      " out: It left Lyon.",
      "1.1 llm chat, gpt-4o, 1.00 s, 500+20 tokens",
      " in: Where is my parcel?",
      " out: step 0",
      "1.1.1 tool find_parcel, 1.00 s",
      ' in: {"parcel":0}',
      " out: Where is my parcel?",
      "1.2 llm chat, gpt-4o, descendant error, 1.00 s, 501+20 tokens",
      " in: Where is my parcel?",
      " out: step 1",
      "1.2.1 tool find_parcel, error, 1.00 s",
      ' in: {"parcel":1}',
      " out: Where is my parcel?",
    ].join("\n"),
  );
});

test("a small budget keeps the calls that failed and those above them, and says how many others there are", () => {
  const text = textOf(agent(200, { failing: [150] }), 300);
  expect(text).toContain("1.151.1 tool find_parcel, error");
  expect(text).toContain("1.151 llm chat");
  const shown = text.split("\n").filter((line) => /^1[.\d]* /.test(line)).length;
  const left = [...text.matchAll(/\((\d+) more calls? below/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(shown + left).toBe(401);
});

test("only the calls below one", () => {
  const text = textOf(agent(3, { failing: [1] }), 2_000, "llm1");
  expect(text.split("\n").filter((line) => /^\d/.test(line))).toEqual([
    "1.2 llm chat, gpt-4o, descendant error, 1.00 s, 501+20 tokens",
    "1.2.1 tool find_parcel, error, 1.00 s",
  ]);
  expect(text).toContain("exception: TimeoutError: no answer");
});

test("a long text that occurs again is not written again", () => {
  const text = textOf(agent(2, { text: "Where is my parcel, which should have come on Monday?" }), 2_000);
  expect(text.match(/should have come on Monday/g)).toHaveLength(1);
  expect(text).toContain("in: same as 1 in");
});

test("calls whose parent was not received, that run, and a trace without any", () => {
  const rows = [
    callRow("a", "gone", 0),
    { ...callRow("b", "a", 1), ended_at: undefined, overview: { status: "running" as const } },
  ];
  const text = textOf(rows, 1_000);
  expect(text).toContain("1 parent not received");
  expect(text).toContain("! not ended: 1.1.1");
  expect(textOf([], 1_000)).toContain("0 calls");
});

test("a call without activity for a long time is stale, in a trace and in a list", () => {
  const overview = { status: "running" as const, stale: true };
  const rows = [{ ...callRow("a", undefined, 0), ended_at: undefined, overview }];
  const list = callsText(rows, { budget: 1_000, now: Date.now(), isTraces: true }).text;
  for (const text of [textOf(rows, 1_000), list]) {
    expect(text).toContain(", stale");
    expect(text).not.toContain("running");
  }
});

describe.each(Object.entries(AWKWARD))("%s", (_name, awkward) => {
  const rows = agent(25, { failing: [3, 4, 24], text: awkward });

  test.each([LEAST_TOKENS, 700, 4_000])("keeps within %d tokens", (budget) => {
    expect(realTokens(textOf(rows, budget))).toBeLessThanOrEqual(budget);
  });

  test("adds no lines", () => {
    const lines = textOf(rows, 50_000).split("\n");
    expect(lines.filter((line) => /^\d/.test(line))).toHaveLength(rows.length);
    expect(lines.filter((line) => line.startsWith("!")).every((line) => !line.includes("! error: forged"))).toBe(true);
  });
});

test("a trace of 20,000 calls keeps within its budget", () => {
  const text = textOf(agent(10_000, { failing: [7_000] }), 1_000);
  expect(realTokens(text)).toBeLessThanOrEqual(1_000);
  expect(text).toContain("20,001 calls");
});
