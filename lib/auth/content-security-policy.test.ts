import { expect, test } from "vitest";

import { contentSecurityPolicy } from "./content-security-policy";

test("in production only what carries the nonce runs", () => {
  const policy = contentSecurityPolicy("abc", false);
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  expect(policy).toContain("style-src 'self' 'nonce-abc';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|style-src [^;]*unsafe|https?:|\*/);
});
