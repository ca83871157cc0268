import { expect, test } from "vitest";
import { changedVariables, rowRefOf, sentValues } from "./variables";

const turns = [{ content: "Hi {{name}} of {{town}}" }, { content: "{{name}}, {{toString}}" }];
const row = { table: "t", index: 0, val: '{"name":"Ann","town":"Rome"}', columns: {} };

test("the values of a request are typed, or in the row; one without a value is listed too", () => {
  expect(sentValues({ variables: { name: "Zoe", other: "x" }, row }, turns)).toEqual({
    name: "Zoe",
    town: "Rome",
    toString: null,
  });
});

test.each([
  ["the same values", { variables: { name: "Zoe" }, row }, []],
  ["the same values, typed", { variables: { name: "Zoe", town: "Rome" } }, []],
  ["another typed value", { variables: { name: "Zoë" }, row }, ["name"]],
  ["the row's value", { variables: {}, row }, ["name"]],
  ["another row", { variables: { name: "Zoe" }, row: { ...row, val: '{"town":"Oslo"}' } }, ["town"]],
  ["no row", { variables: { name: "Zoe" } }, ["town"]],
  ["a value of one that had none", { variables: { name: "Zoe", toString: "" }, row }, ["toString"]],
  ["another variable", { variables: { name: "Zoe", other: "x" }, row }, []],
])("since a request, with %s", (_what, now, expected) => {
  expect(changedVariables({ name: "Zoe", town: "Rome", toString: null }, now)).toEqual(expected);
});

test.each<[string, Parameters<typeof rowRefOf>[1], string | undefined]>([
  ["fills a variable", { variables: { name: "Zoe" }, row: { ...row, digest: "r" } }, "core:///acme/bot/table/t/id/r"],
  ["fills none", { variables: { name: "Zoe", town: "" }, row: { ...row, digest: "r" } }, undefined],
  ["has no digest", { variables: {}, row }, undefined],
  ["is none", { variables: {} }, undefined],
])("the row that %s", (_what, document, expected) => {
  expect(rowRefOf("acme/bot", document, turns)).toBe(expected);
});
