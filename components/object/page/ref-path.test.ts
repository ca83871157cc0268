import { describe, expect, it, test } from "vitest";

import { objectPath } from "@/lib/format/address";

import { stepsOf, stepWord, refInto } from "./ref-path";

const version = { projectId: "acme/bot", kind: "object", name: "a/b", digest: "v1" } as const;

describe("refInto", () => {
  it.each([
    ["core", "core:///acme/bot/object/a%2Fb:v1/attr/x%2Fy/index/0"],
    ["weave", "weave:///acme/bot/object/a%2Fb:v1/attr/x%2Fy/index/0"],
  ] as const)("writes the %s scheme", (scheme, ref) => {
    const path = [
      { edge: "attr", value: "x/y" },
      { edge: "index", value: "0" },
    ] as const;
    expect(refInto(version, path, scheme)).toBe(ref);
  });

  it.each(["x".repeat(1100), "line\nbreak"])("has none for a path that a ref cannot express", (name) => {
    expect(refInto({ ...version, name })).toBeUndefined();
  });
});

test("steps are in the address as they were", () => {
  const path = [
    { edge: "attr", value: "a/b c%" },
    { edge: "key", value: "é:ü" },
    { edge: "index", value: "12" },
  ] as const;
  const address = new URL(objectPath("e/p", { ...version, path }), "http://x");
  expect(stepsOf(address.searchParams.get("path") ?? "")).toEqual(path);
  expect(path.map(stepWord)).toEqual(["a/b c%", "é:ü", "[12]"]);
});

it.each(["", "attr", "nope/x", "index/x"])("%j is no path", (text) => {
  expect(stepsOf(text)).toEqual([]);
});
