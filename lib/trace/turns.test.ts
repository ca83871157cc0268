import { describe, expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import type { ChatMessage } from "./conversation";
import { newMessages, percentile, readTurns } from "./turns";

const NOW = Date.parse("2026-11-20T08:10:00Z");
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString().replace("Z", "000Z");
const call = (id: string, from: number, to: number | undefined, more: Partial<CallRow> = {}): CallRow => ({
  id,
  trace_id: id,
  thread_id: "t",
  started_at: at(from),
  ended_at: to === undefined ? undefined : at(to),
  ...more,
});

describe("readTurns", () => {
  const cases: { name: string; rows: CallRow[]; turns: string[] }[] = [
    {
      name: "as Weave's SDK has it: every call of a turn names it",
      rows: [
        call("w2", 65, 70, { turn_id: "w2" }),
        call("w1", 1, 3, { turn_id: "w1" }),
        call("w1-child", 2, 3, { turn_id: "w1", parent_id: "w1", trace_id: "w1" }),
      ],
      turns: ["w1", "w2 after 62000"],
    },
    {
      name: "as OpenTelemetry has it: a session on some spans below a root that has none",
      rows: [
        call("http", 0, 30, { thread_id: undefined }),
        call("o1", 1, 20, { parent_id: "http", trace_id: "http" }),
        call("o1-child", 2, 19, { parent_id: "o1", trace_id: "http" }),
      ],
      turns: ["o1"],
    },
    {
      name: "turns that overlap have no idle time between them",
      rows: [call("a", 0, 50), call("b", 10, 20), call("c", 55, 56)],
      turns: ["a", "b", "c after 5000"],
    },
    { name: "one that runs ends now", rows: [call("a", 0, undefined), call("b", 599, 600)], turns: ["a", "b"] },
    { name: "a parent that has not come", rows: [call("a", 0, 1, { parent_id: "gone" })], turns: ["a"] },
    { name: "another thread's", rows: [call("a", 0, 1, { thread_id: "u" })], turns: [] },
  ];

  it.each(cases)("$name", ({ rows, turns }) => {
    const read = readTurns("t", rows, NOW).turns;
    expect(read.map(({ id, idleMs }) => (idleMs === undefined ? id : `${id} after ${idleMs}`))).toEqual(turns);
  });
});

describe("newMessages", () => {
  const message = (role: string, type: "text" | "tool_call" = "text"): ChatMessage => ({
    role,
    parts: [type === "text" ? { type, text: role } : { type, name: "f", arguments: "" }],
  });
  it.each([
    ["one question", [message("user")], 0],
    ["instructions first", [message("system"), message("user")], 1],
    ["after the last answer", [message("user"), message("assistant"), message("user")], 2],
    ["a tool's round stays", [message("user"), message("assistant", "tool_call"), message("tool")], 0],
    ["nothing after the answer", [message("user"), message("assistant")], 0],
    ["instructions only", [message("system")], 0],
    ["nothing", [], 0],
  ])("%s", (_name, input, earlier) => {
    expect(newMessages(input)).toEqual({ earlier: input.slice(0, earlier), latest: input.slice(earlier) });
  });
});

describe("percentile", () => {
  it.each([
    [[3], 0.99, 3],
    [[1, 3], 0.5, 1],
    [[4, 1, 3, 2], 0.5, 2],
    [[1, 2, 3, 4, 5], 0.99, 5],
  ])("of %j at %s", (values, share, value) => {
    expect(percentile(values, share)).toBe(value);
  });

  it("of nothing is nothing", () => {
    expect(percentile([], 0.5)).toBeUndefined();
  });
});
