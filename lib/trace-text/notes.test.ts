import { expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { traceNotes } from "./notes";
import { callRow } from "./test-rows";
import { traceView } from "./trace-view";

const notesOf = (rows: readonly CallRow[]) => traceNotes(traceView(rows, Date.now())).map(({ text }) => text);
const root = callRow("root", undefined, 0, { op_name: "run" });

const tool = (id: string, output: string, input = `{"id":"${id}"}`, more: Partial<CallRow> = {}) =>
  callRow(id, "root", 1, {
    op_name: "lookup",
    overview: { status: "success", kind: "tool", input_preview: input, output_preview: output },
    ...more,
  });

test.each([
  ['{"error":"not found"}', "output says it failed"],
  ["Error: no such order", "output says it failed"],
  ['{"status":"failed","id":3}', "output says it failed"],
  ["order A-10933 does not exist", "output says it failed"],
  ["[]", "no result"],
  ['{"results":[],"total":0}', "no result"],
  ["No results found for this query", "no result"],
])("%s is noted", (output, label) => {
  expect(notesOf([root, tool("a", output)])).toEqual([expect.stringContaining(label)]);
});

test.each(['{"error":null,"order":3}', "It left Lyon.", '{"results":[1]}', "The error is fixed"])(
  "%s is not",
  (output) => {
    expect(notesOf([root, tool("a", output)])).toEqual([]);
  },
);

test("the same call with the same input, and the same exception, once for all of them", () => {
  const rows = Array.from({ length: 9 }, (_, at) => tool(`t${at}`, "ok", '{"q":"refund"}'));
  const failed = ["x", "y"].map((id) =>
    tool(id, "", `{"${id}":1}`, { exception: "Traceback\n  File\nValueError: bad" }),
  );
  expect(notesOf([root, ...rows, ...failed])).toEqual([
    "error: tool lookup: ValueError: bad (1.10, 1.11)",
    '9 times with the same input: tool lookup({"q":"refund"}) (1.1, 1.2, 1.3, 1.4, 1.5, 1.6 and 3 more)',
  ]);
});

test("a prompt that grows, the largest prompt, and the slowest call", () => {
  const llm = (id: string, second: number, prompt: number, ms: number) =>
    callRow(id, "root", second, {
      op_name: "chat",
      overview: {
        status: "success",
        kind: "llm",
        latency_ms: ms,
        usage: { prompt_tokens: prompt, completion_tokens: 5 },
      },
    });
  const whole = { ...root, overview: { status: "success" as const, latency_ms: 10_000 } };
  expect(notesOf([whole, llm("a", 1, 500, 100), llm("b", 2, 2_000, 100), llm("c", 3, 9_000, 8_000)])).toEqual([
    "slowest: llm chat, 8.00 s of 10.0 s (1.3)",
    "largest prompt: llm chat, 9,000 of 11,500 input tokens (1.3)",
    "prompt grows: llm chat, from 500 (1.1) to 9,000 (1.3) input tokens in 3 calls, most of it from 2,000 (1.2) to 9,000 (1.3)",
  ]);
});
