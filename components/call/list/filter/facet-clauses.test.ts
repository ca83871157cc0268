import { expect, test } from "vitest";

import { tickedValues, toggleValue, withoutField } from "./facet-clauses";

const [status, model, tier] = ["overview.status", "overview.model", "attributes.[acme.tier]"];

test.each([
  ["", status, "error", true, "status:error"],
  ["hello", "op_name", "plan", true, "hello op:plan"],
  ["status:error latency>2s", status, "running", true, "status:error,running latency>2s"],
  ["status:error,running a", status, "error", false, "status:running a"],
  ["status:error a", status, "error", false, "a"],
  ["a or b", model, undefined, true, "(a or b) model:none"],
  ["model:null,gpt-4o", model, undefined, false, "model:gpt-4o"],
  ["not status:error", status, "error", true, "not status:error status:error"],
  ["", "feedback.reaction", "👎", true, "reaction:👎"],
  ["", "thread_id", "a b", true, 'thread:"a b"'],
  ["a", tier, "5", true, 'a acme.tier:"5"'],
  ["acme.tier:5,pro", tier, "free", true, "acme.tier:5,pro,free"],
  ["acme.tier:5,pro", tier, "5", false, "acme.tier:pro"],
  ["", "feedback.tone", "rude", true, "feedback.tone:rude"],
] as const)("%s with %s %s ticked %s is %s", (q, path, value, isTicked, next) => {
  expect(toggleValue(q, path, value, isTicked)).toBe(next);
});

test("the values of a field are counted without its own clause", () => {
  expect(withoutField("status:error a", status)).toBe("a");
  expect(tickedValues("status:error,running op:null", status)).toEqual(["error", "running"]);
  expect(tickedValues("op:null", "op_name")).toEqual([undefined]);
  expect(tickedValues('acme.tier:5,true,"6"', tier)).toEqual(["5", "true", "6"]);
});
