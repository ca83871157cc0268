import { createHash } from "node:crypto";
import { expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { rowDigest } from "./row-digest";

const expected = (canonical: string) =>
  createHash("sha256").update(canonical).digest("base64url").replaceAll("-", "X").replaceAll("_", "Y");

it.each([
  ["keys in another order", '{"b": 1, "a": [ 2 ]}', '{"a":[2],"b":1}'],
  ["numbers with all their digits", '{"n": 12345678901234567890, "x": 1.0}', '{"n":12345678901234567890,"x":1.0}'],
  ["names of an object's prototype", '{"__proto__": 1, "": "ü"}', '{"":"ü","__proto__":1}'],
  ["no object", ' "text"', '"text"'],
])("is that of %s", (_what, row, canonical) => {
  expect(rowDigest(new JsonText(row.trim()))).toBe(expected(canonical));
});

it("replaces what a URL cannot have, as the service does", () => {
  const rows = Array.from({ length: 60 }, (_, n) => String(n));
  expect(rows.map((row) => rowDigest(new JsonText(row)))).toEqual(rows.map(expected));
});
