// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { RuleStatus } from "./rule-status";
import { ruleOf } from "./test-rule";

const failing = { calls: 3, reason: "No verdict" };

it.each([
  ["active", failing, "Failing", "The last 3 calls failed: No verdict"],
  ["active", undefined, "Active", null],
  ["paused", failing, "Paused", null],
] as const)("a rule that is %s, with the failures %j, is %s", (status, failures, words, reason) => {
  const { container } = render(<RuleStatus rule={{ ...ruleOf(), status, reason: undefined, failing: failures }} />);
  expect(container.textContent).toBe(words);
  expect(container.firstElementChild?.getAttribute("title")).toBe(reason);
});
