import { expect, test } from "vitest";
import type { CallKind } from "@/lib/contract/call-kinds";
import { type CostedCall, costMarks } from "./cost-marks";

/** A call that states a cost (`$`), reports tokens (`t`), or both. */
function call(id: string, parent: string | undefined, kind: CallKind | undefined, has = ""): CostedCall {
  const states = has.includes("$");
  return { id, trace_id: "t", parent_id: parent, kind, states, reports: has.includes("t"), isTwin: has.includes("2") };
}

test.each<{ name: string; calls: CostedCall[]; counting: string; covered: string }>([
  {
    name: "a call that states a cost includes its own tokens",
    calls: [call("a", undefined, "llm", "$t"), call("b", undefined, "llm", "t")],
    counting: "a",
    covered: "a",
  },
  {
    name: "a root repeats the model calls below it, of which some state nothing",
    calls: [call("r", undefined, "chain", "$"), call("a", "r", "llm", "$t"), call("b", "r", "llm", "t")],
    counting: "a",
    covered: "a",
  },
  {
    name: "a root that alone states a cost includes everything below it",
    calls: [call("r", undefined, "agent", "$t"), call("s", "r", "chain"), call("a", "s", "llm", "t")],
    counting: "r",
    covered: "a r",
  },
  {
    name: "an agent below the root counts if nothing above or below does",
    calls: [
      call("r", undefined, undefined),
      call("g", "r", "agent", "$"),
      call("h", "g", "agent", "$"),
      call("a", "h", "llm", "t"),
    ],
    counting: "g",
    covered: "a",
  },
  {
    name: "a model call includes the tokens that a wrapper above repeats",
    calls: [call("w", undefined, undefined, "t"), call("a", "w", "llm", "$")],
    counting: "a",
    covered: "w",
  },
  {
    name: "a tool is added to the model call that uses it, and is part of an agent that states a total",
    calls: [
      call("m", undefined, "llm", "t"),
      call("x", "m", "tool", "$"),
      call("g", undefined, "agent", "$"),
      call("y", "g", "tool", "$t"),
    ],
    counting: "g x",
    covered: "y",
  },
  {
    name: "a chat and the embedding of its question are two requests",
    calls: [call("a", undefined, "llm", "$t"), call("e", "a", "embedding", "$t")],
    counting: "a e",
    covered: "a e",
  },
  {
    name: "of two records of one request the inner one counts",
    calls: [call("outer", undefined, "llm", "$2t"), call("inner", undefined, "llm", "$t")],
    counting: "inner",
    covered: "inner",
  },
  {
    name: "parents of another trace, and those that have not arrived, are none",
    calls: [
      { ...call("r", undefined, "chain", "$"), trace_id: "u" },
      call("a", "r", "llm", "$"),
      call("b", "gone", "llm", "$"),
    ],
    counting: "a b r",
    covered: "",
  },
  {
    name: "calls that are below each other",
    calls: [call("a", "b", "chain", "$"), call("b", "a", "chain", "$t"), call("c", "c", "llm", "$")],
    counting: "b c",
    covered: "b",
  },
])("$name", ({ calls, counting, covered }) => {
  const marks = costMarks(calls);
  const idsWith = (has: (one: CostedCall) => boolean | undefined) =>
    calls
      .filter(has)
      .map(({ id }) => id)
      .toSorted()
      .join(" ");
  expect(idsWith((one) => one.states && !marks.get(one.id)?.repeated)).toBe(counting);
  expect(idsWith((one) => marks.get(one.id)?.covered)).toBe(covered);
});

test("a chain of a hundred thousand calls", () => {
  const calls = Array.from({ length: 100_000 }, (_, place) =>
    call(`${place}`, place === 0 ? undefined : `${place - 1}`, "llm", "$"),
  );
  const marks = [...costMarks(calls.toReversed()).values()];
  expect(marks.filter(({ repeated }) => !repeated)).toHaveLength(1);
});
