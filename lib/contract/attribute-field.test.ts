import { describe, expect, it } from "vitest";
import { attributeAt, attributeField, attributePaths, parseAttributeField, valuePaths } from "./attribute-field";

describe("attributeField", () => {
  it.each(["acme.tier", "a]b[c", 'it\'s "odd"\n.x'])("of %j reads back", (name) => {
    expect(parseAttributeField(attributeField(name))).toBe(name);
  });

  it.each(["attributes.acme", "attributes.[]", "inputs.[a]", "attributes.[a].b"])("%s is none", (field) => {
    expect(parseAttributeField(field)).toBeUndefined();
  });
});

it("finds an attribute in spans, resources and plain attributes", () => {
  expect(attributePaths("acme.tier")).toEqual([
    ["otel", "attributes", "acme.tier"],
    ["otel", "resource", "acme.tier"],
    ["acme.tier"],
    ["otel", "attributes", "acme", "tier"],
    ["acme", "tier"],
  ]);
  expect(attributePaths("tier")).toHaveLength(3);
  expect(attributePaths("a..b")).toHaveLength(3);
});

it.each([
  ["attributes.[tier]", ["attributes/otel/attributes/tier", "attributes/otel/resource/tier", "attributes/tier"]],
  ["inputs.a\\.b.0", ["inputs/a.b/0"]],
  ["inputs..a", undefined],
])("finds the value of %s", (field, paths) => {
  expect(valuePaths(field)?.map((path) => path.join("/"))).toEqual(paths);
});

it.each([
  [["attributes", "otel", "attributes", "acme.tier"], "acme.tier"],
  [["attributes", "otel", "resource", "service.name"], "service.name"],
  [["attributes", "acme", "tier"], "acme.tier"],
  [["attributes", "otel", "events", "0"], undefined],
  [["attributes", "otel", "attributes"], undefined],
  [["inputs", "acme"], undefined],
])("names the attribute at %j", (path, name) => {
  expect(attributeAt(path)).toBe(name);
});
