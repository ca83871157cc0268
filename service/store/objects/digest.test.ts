import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf, jsonDigest } from "./digest";
import { json } from "@/service/store/testing/test-store";

const OP_SOURCE = "async function answer({question}){ await inner(question); return {text:'Paris'}; }";

describe("digestOf", () => {
  test.each([
    ["an op's source, as Weave's TypeScript SDK computes it", OP_SOURCE, "2St8ezKfDKXBb0s6F2i1WAofeyvZCWaZJqHWDXYCjMw"],
    ["nothing", "", "47DEQpj8HBSaXYTImWX5JCeuQeRkm5NMpJWZG3hSuFU"],
  ])("%s", (_what, content, digest) => expect(digestOf(content)).toBe(digest));

  test("is SHA-256 in 43 characters of Weave's alphabet, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const digest = digestOf(bytes);
        expect(digest).toMatch(/^[A-Za-z0-9]{43}$/);
        const base64 = createHash("sha256").update(bytes).digest("base64");
        expect(digest).toBe(base64.replaceAll("+", "X").replaceAll("/", "Y").replace("=", ""));
      }),
    );
  });
});

describe("jsonDigest", () => {
  test.each([
    ["keys in any order", '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}', true],
    ["white space", '{"a": [1, 2]}', '{"a":[1,2]}', true],
    ["the order of a list", "[1,2]", "[2,1]", false],
    ["the spelling of a number", "1.0", "1", false],
    ["digits beyond a double", "12345678901234567890", "12345678901234567891", false],
    ["a string and a number", '"1"', "1", false],
  ])("%s", (_what, one, other, same) => {
    expect(jsonDigest(json(one)) === jsonDigest(json(other))).toBe(same);
  });
});
