import { expect, test } from "vitest";

import { tickedValues, toggleValue, withoutField } from "./facet-clauses";

test.each([
  ["", "status", "error", true, "status:error"],
  ["hello", "op_name", "plan", true, "hello op:plan"],
  ["status:error latency>2s", "status", "running", true, "status:error,running latency>2s"],
  ["status:error,running a", "status", "error", false, "status:running a"],
  ["status:error a", "status", "error", false, "a"],
  ["a or b", "model", undefined, true, "(a or b) model:null"],
  ["model:null,gpt-4o", "model", undefined, false, "model:gpt-4o"],
  ["not status:error", "status", "error", true, "not status:error status:error"],
] as const)("%s with %s %s ticked %s is %s", (q, field, value, isTicked, next) => {
  expect(toggleValue(q, field, value, isTicked)).toBe(next);
});

test("the values of a field are counted without its own clause", () => {
  expect(withoutField("status:error a", "status")).toBe("a");
  expect(tickedValues("status:error,running op:null", "status")).toEqual(["error", "running"]);
  expect(tickedValues("op:null", "op_name")).toEqual([undefined]);
});
