import { expect, test } from "vitest";
import { ruleSetOf } from "./rule-set";
import { slowRules } from "./slow-rules";

const [slow, other] =
  ruleSetOf([
    { kind: "regex", name: "slow", pattern: "a" },
    { kind: "regex", name: "other", pattern: "b" },
  ])?.patterns ?? [];
if (!slow || !other) throw new Error("the rules are enabled");

test("a rule that took too long gets less time for a minute, which further texts do not make longer", () => {
  let now = 1_000;
  const rules = slowRules(() => now);
  expect(rules.isWary(slow)).toBe(false);
  rules.onSlow(slow);
  expect([rules.isWary(slow), rules.isWary(other)]).toEqual([true, false]);
  now += 59_000;
  rules.onSlow(slow);
  expect(rules.isWary(slow)).toBe(true);
  now += 2_000;
  expect(rules.isWary(slow)).toBe(false);
  rules.onSlow(slow);
  now += 59_000;
  expect(rules.isWary(slow)).toBe(true);
});
