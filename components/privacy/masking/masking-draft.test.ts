import { describe, expect, test } from "vitest";
import { maskingRules, type MaskingRule } from "@/lib/contract/masking";
import { draftOf, newRow, problemsOf, readDraft, rowsOf, rulesOf, toggled } from "./masking-draft";

const RULES: MaskingRule[] = [
  { kind: "email", name: "E-mail addresses" },
  { kind: "card", name: "Cards", paths: ["inputs", "output.text"], replacement: "####", enabled: false },
  { kind: "regex", name: "Customers", pattern: String.raw`\bCUST-\d+, "x"\b`, ignore_case: true },
  { kind: "regex", name: "Plain", pattern: " a " },
];

test("rules are what they were after they were shown", () => {
  expect(rulesOf(rowsOf(RULES))).toEqual(RULES);
  expect(maskingRules.safeParse(rulesOf(rowsOf(RULES))).success).toBe(true);
});

test("absent fields are left out", () => {
  const rule: MaskingRule = { kind: "iban", name: "I", paths: null, replacement: null, enabled: true };
  expect(rulesOf(rowsOf([rule]))).toEqual([{ kind: "iban", name: "I" }]);
});

test("paths are separated by commas", () => {
  const [rule] = rulesOf([{ ...newRow("email"), paths: " inputs ,, attributes.my key," }]);
  expect(rule?.paths).toEqual(["inputs", "attributes.my key"]);
});

describe("a stored draft", () => {
  const draft = draftOf({ version: 3, rules: RULES });

  test("is what was stored", () => {
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  });

  test.each([
    "null",
    "[]",
    '{"version":1}',
    '{"version":"1","rows":[]}',
    '{"version":1,"rows":[{"kind":"email"}]}',
    JSON.stringify({ version: 1, rows: [{ ...newRow("email"), kind: "phone" }] }),
  ])("of another version is not read: %s", (text) => {
    expect(readDraft(text)).toBeUndefined();
  });
});

test("problems are at the field of the rule", () => {
  const errors = [
    { path: "rules[0].name", message: "must not be empty" },
    { path: "rules[2].paths[1]", message: "must be or begin with one of" },
    { path: "rules[2].paths[3]", message: "second" },
    { path: "rules[11].pattern", message: "is invalid" },
    { path: "rules[1].kind", message: "is unknown" },
    { path: "project_id", message: "must not be empty" },
  ];
  expect([...problemsOf(errors)]).toEqual([
    [0, { name: "Must not be empty" }],
    [2, { paths: "Must be or begin with one of" }],
    [11, { pattern: "Is invalid" }],
    [1, { name: "Is unknown" }],
  ]);
});

describe("a ready-made rule", () => {
  const rows = rowsOf(RULES);

  test("is added, and removed again", () => {
    const added = toggled(rows, "iban", true);
    expect(added).toEqual([...rows, newRow("iban")]);
    expect(toggled(added, "iban", false)).toEqual(rows);
  });

  test("with paths is switched off and on instead", () => {
    const on = toggled(rows, "card", true);
    expect(on[1]).toEqual({ ...rows[1], enabled: true });
    expect(toggled(on, "card", false)).toEqual(rows);
  });
});
