import { expect, test } from "vitest";

import { callName, opName } from "./call-name";

test.each([
  ["agent.run", "agent.run"],
  ["weave:///acme/bot/op/plan:x1", "plan"],
  ["core:///acme/bot/op/a%2Fb:v1", "a/b"],
  ["weave:///acme/bot/op/Evaluation.evaluate:*", "Evaluation.evaluate"],
  ["weave:///broken", "weave:///broken"],
  ["core:///acme/bot/call/c1", "core:///acme/bot/call/c1"],
])("the operation %s is called %s", (op, short) => {
  expect(opName(op)).toBe(short);
});

test("a call is named by its own name, then its op's, then its id", () => {
  expect(callName({ id: "c1", op_name: "plan", display_name: "Plan the trip" })).toBe("Plan the trip");
  expect(callName({ id: "c1", op_name: "plan", display_name: "" })).toBe("plan");
  expect(callName({ id: "c1" })).toBe("c1");
});
