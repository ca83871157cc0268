// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { RuleStatus } from "./rule-status";
import { ruleOf } from "./test-rule";

it.each([
  [{ scored: 0, failed: 3 }, "Failing", "All 3 calls so far failed"],
  [{ scored: 1, failed: 3 }, "Active", null],
  [{ scored: 0, failed: 0 }, "Active", null],
])("a rule with %j calls is %s", (counts, words, reason) => {
  const { container } = render(
    <RuleStatus
      rule={{ ...ruleOf(), status: "active", reason: undefined, calls: { waiting: 0, sent: 0, ...counts } }}
    />,
  );
  expect(container.textContent).toBe(words);
  expect(container.firstElementChild?.getAttribute("title")).toBe(reason);
});
