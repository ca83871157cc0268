import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  requireVersionInRefs,
  versionIndex,
  versionInAddress,
  versionInRefs,
  versionName,
  versionNumber,
  versionOfRef,
} from "./version-name";

test.each([
  [0, "v1"],
  [1, "v2"],
  [41, "v42"],
])("the version with index %i is %s", (index, name) => expect(versionName(index)).toBe(name));

test.each([
  ["v1", "v0"],
  ["v42", "v41"],
  ["latest", "latest"],
  ["production", "production"],
  ["v1.2", "v1.2"],
  ["BDHUIoBLEv95ldxMriGE9fS0iCAsqvPAPXoydJqyOjU", "BDHUIoBLEv95ldxMriGE9fS0iCAsqvPAPXoydJqyOjU"],
])("%s is %s in refs", (written, inRefs) => {
  expect(versionInRefs(written)).toBe(inRefs);
  expect(versionOfRef(inRefs)).toBe(written);
});

it("has no v0", () => {
  expect(versionInRefs("v0")).toBeUndefined();
  expect(() => requireVersionInRefs("v0")).toThrow("There is no version v0; the first one is v1.");
});

it("is the same number there and back", () => {
  fc.assert(
    fc.property(fc.nat(), (index) => {
      expect(versionIndex(versionNumber(index))).toBe(index);
    }),
  );
});

test.each([
  ["v0", "v0"],
  ["v1", "v0"],
  ["v2", "v1"],
  ["production", "production"],
])("an address with %s leads to %s", (written, inRefs) => expect(versionInAddress(written)).toBe(inRefs));
