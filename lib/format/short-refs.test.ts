import { expect, it } from "vitest";
import { shortRefs } from "./short-refs";

it("shortens refs to objects and ops, and nothing else", () => {
  expect(
    shortRefs('{"prompt":"weave:///a/b/object/sup%3Aport:0123456789","op":"core:///a/b/op/ask:abcdefghij","q":"x"}'),
  ).toBe('{"prompt":"sup:port:0123456","op":"ask:abcdefg","q":"x"}');
  for (const text of ["core:///a/b/call/c1", "weave:///a/b/object/cut", "https://a/b", ""])
    expect(shortRefs(text)).toBe(text);
});
