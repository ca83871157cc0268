import { expect, test } from "vitest";

import { instantParam, sortParam } from "./url-params";

const param = sortParam((text) => (["name", "inputs.a.b"] as const).find((key) => key === text));

test.each([
  ["name.asc", { by: "name", direction: "asc" }],
  ["inputs.a.b.desc", { by: "inputs.a.b", direction: "desc" }],
] as const)("the sort %j is %j, and back", (text, sort) => {
  expect(param.parse(text)).toEqual(sort);
  expect(param.serialize(sort)).toBe(text);
});

test.each(["name", "name.up", "other.asc", ".asc", ""])("%j is no sort", (text) => {
  expect(param.parse(text)).toBeNull();
});

test.each([
  ["2026-11-20T10:00:00+02:00", "2026-11-20T08:00:00.000000Z"],
  ["yesterday", null],
])("the instant %j is %j", (text, instant) => {
  expect(instantParam.parse(text)).toBe(instant);
});
