import { expect, test } from "vitest";
import type { MaskingRule } from "@/lib/contract/masking";
import { atOnce } from "@/lib/limit/turns";
import { withinTime } from "@/lib/limit/within-time";
import { ruleErrors } from "./check-rules";

const errorsOf = (...args: Parameters<typeof ruleErrors>) => atOnce(ruleErrors(...args));

const TOO_SLOW = "takes longer than 1000 ms for repetitive texts of 600 characters, or than 90 ms for one";

const regex = (pattern: string, fields: Partial<MaskingRule> = {}): MaskingRule => ({
  name: pattern,
  ...fields,
  kind: "regex",
  pattern,
});

test.each([
  ["\\d{3}-\\d{2}-\\d{4}"],
  ["\\bCUST-\\d+\\b"],
  ["(?<=employee )[A-Z]\\w+"],
  ["[\\w.]+@corp\\.example"],
  ["(?:password|secret)\\s*[:=]\\s*\\S+"],
  ["\\p{Lu}\\d{6,8}"],
])("%s can be used", (pattern) => {
  expect(errorsOf([regex(pattern)], withinTime)).toEqual([]);
});

test.each([
  ["(a+)+$", TOO_SLOW],
  ["(?:\\w+\\s?)+:", TOO_SLOW],
  ["\\d*\\d*\\d*x", TOO_SLOW],
  ["(?:x|xy|y)*z", TOO_SLOW],
  ["a*", "must not match an empty text"],
  ["^", "must not match an empty text"],
  ["(", "Invalid regular expression: /(/gu: Unterminated group"],
])("%s: %s", (pattern, message) => {
  expect(errorsOf([{ kind: "email", name: "e" }, regex(pattern)], withinTime)).toEqual([
    { path: "rules[1].pattern", message },
  ]);
});

test("after a pattern that takes long no other is tried, since requests wait meanwhile", () => {
  let trials = 0;
  const neverEnds = () => {
    trials += 1;
    return undefined;
  };
  const slow = Array.from({ length: 50 }, (_, place) => regex(`x{${place + 1}}`));
  expect(errorsOf([...slow, regex("(")], neverEnds)).toEqual([
    { path: "rules[0].pattern", message: TOO_SLOW },
    { path: "rules[50].pattern", message: "Invalid regular expression: /(/gu: Unterminated group" },
  ]);
  expect(trials).toBe(3);
});

test("a pattern that takes long for a replacement only is refused", () => {
  const rules = [regex("(?:[\\x62-\\x64]+)+!"), regex("\\d", { replacement: "c".repeat(40) })];
  expect(errorsOf(rules, withinTime)).toEqual([
    { path: "rules", message: "have a pattern that takes longer than 90 ms for one of the replacements" },
  ]);
});

test("no rule may match a replacement", () => {
  const rules: MaskingRule[] = [
    { kind: "email", name: "mail" },
    regex("\\[.*\\]", { name: "brackets", replacement: "x" }),
  ];
  expect(errorsOf(rules, withinTime)).toEqual([
    { path: "rules[0].replacement", message: '"[email]" is matched by the rule "brackets"' },
  ]);
  const itself: MaskingRule[] = [{ kind: "email", name: "mail", replacement: "a@example.com", enabled: false }];
  expect(errorsOf(itself, withinTime)).toEqual([
    { path: "rules[0].replacement", message: '"a@example.com" is matched by the rule "mail"' },
  ]);
});
