import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";

import { Sha256 } from "./sha256";

const hexOf = (...parts: Uint8Array[]) => {
  const hash = new Sha256();
  for (const part of parts) hash.add(part);
  return hash.hex();
};

test("is the digest of the standard, for any division into parts", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (parts) => {
      expect(hexOf(...parts)).toBe(createHash("sha256").update(Buffer.concat(parts)).digest("hex"));
    }),
  );
});

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 100_000])("%d bytes", (length) => {
  const bytes = new Uint8Array(length).fill(7);
  expect(hexOf(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
});
