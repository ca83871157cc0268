import { describe, expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { compareText } from "./compare-text";
import { callRow } from "./test-rows";
import { AWKWARD } from "./test-texts";
import { realTokens } from "./test-tokens";
import { traceView } from "./trace-view";

const NOW = Date.parse("2026-11-20T09:00:00Z");
const overview = (input: string, output: string) => ({
  status: "success" as const,
  kind: "llm" as const,
  latency_ms: 1000,
  input_preview: input,
  output_preview: output,
});

/** A question that is passed on to two calls. */
const trace = (id: string, question: string, answer: string, more: CallRow[] = []) =>
  [
    callRow("root", undefined, 0, { overview: overview(question, answer) }),
    callRow("plan", "root", 1, { overview: overview(question, "look it up") }),
    callRow("answer", "root", 2, { overview: overview(question, answer) }),
    ...more,
  ].map((row) => ({ ...row, trace_id: id }));

const compared = (a: readonly CallRow[], b: readonly CallRow[], budget = 2_000) =>
  compareText(traceView(a, NOW), traceView(b, NOW), { budget });

test("names where two traces diverge, and each difference once", () => {
  const failed = [callRow("retry", "root", 3, { exception: "Error: late" })];
  expect(compared(trace("t1", "Why A?", "Because."), trace("t2", "Why B?", "No idea.", failed))).toBe(
    [
      "A: trace t1",
      "B: trace t2",
      "A → B: status success → descendant error, calls 3 → 4, latency 1.00 s in both, tokens unknown in both, cost unknown in both",
      "2 differences in 4 places; 2 more calls differ only as one of these does",
      "llm root: input, output",
      " A 1 llm root, 1.00 s",
      " B 1 llm root, descendant error, 1.00 s",
      " A input: Why A?",
      " B input: Why B?",
      " A output: Because.",
      " B output: No idea.",
      "! first divergence: retry: only in B",
      " B 1.3 retry, error, 1.00 s",
      " B exception: Error: late",
    ].join("\n"),
  );
});

test("says that two traces are the same", () => {
  expect(compared(trace("t1", "Why?", "Because."), trace("t2", "Why?", "Because."))).toContain(
    "all 3 calls are the same",
  );
});

describe.each(Object.entries(AWKWARD))("%s", (_name, awkward) => {
  test.each([200, 600, 3_000])("keeps within %d tokens", (budget) => {
    const more = (text: string) =>
      Array.from({ length: 30 }, (_, at) =>
        callRow(`step${at}`, "root", 10 + at, { overview: overview(`${at}${awkward}`, `${text}${at}${awkward}`) }),
      );
    const text = compared(trace("t1", awkward, "x", more("a")), trace("t2", `b${awkward}`, awkward, more("b")), budget);
    expect(realTokens(text)).toBeLessThanOrEqual(budget);
    expect(text).toContain("first divergence");
  });
});
