import { expect, test } from "vitest";
import { changesBetween } from "./changes";

const rule = (change: object, definition: object = {}) => ({
  rule: { id: "1", status: "active", calls: { scored: 1 }, definition: { name: "Tone", ...definition }, ...change },
});

test("only what people change is in it, by field, where it differs", () => {
  const before = rule({}, { sampling_rate: 0.1, filter: { op_names: ["a"] } });
  const after = rule({ status: "paused", calls: { scored: 2 } }, { sampling_rate: 1, filter: { op_names: ["a"] } });
  expect(changesBetween(before, after)).toEqual({
    before_status: "active",
    after_status: "paused",
    before_sampling_rate: "0.1",
    after_sampling_rate: "1",
  });
  expect(changesBetween(before, before)).toEqual({});
});

test("what was not set is none, and what is long is left out", () => {
  const long = "x".repeat(1_000);
  expect(changesBetween({ keep_days: null, name: long }, { keep_days: 30, name: "short" })).toEqual({
    before_keep_days: "none",
    after_keep_days: "30",
  });
});

test("of a person's roles, only those on the project of the record", () => {
  const person = (...patterns: string[]) => ({
    person: { roles: patterns.map((project_pattern) => ({ project_pattern, role: "member" })) },
  });
  expect(changesBetween(person("acme/a", "acme/b"), person("acme/a"), "acme/b")).toEqual({
    before_roles: "member on acme/b",
    after_roles: "none",
  });
  expect(changesBetween(person("acme/a", "acme/b"), person("acme/a"), "acme/a")).toEqual({});
});
