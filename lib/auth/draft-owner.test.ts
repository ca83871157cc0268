import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftOwnerOf } from "./draft-owner";

const session = { serviceName: "Loupe", username: "ann", password: "lp_1_canary-key", token: "lp_1_canary-key" };

beforeEach(() => void vi.stubEnv("NEXTAUTH_SECRET", "a-secret-for-this-test"));
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["the same key", {}, true, true],
  ["the same key under another name at Loupe's own service", { username: "admin" }, true, true],
  ["another name at a service that knows names", { username: "bob" }, false, false],
  ["another key", { password: "lp_2_other" }, true, false],
  ["another service", { serviceName: "Other" }, true, false],
])("%s", (_what, change, isBuiltIn, isSame) => {
  const owner = draftOwnerOf(session, isBuiltIn);
  expect(owner).toMatch(/^[\w-]{22}$/);
  expect(draftOwnerOf({ ...session, ...change }, isBuiltIn) === owner).toBe(isSame);
});

test("reveals nothing about the key without the dashboard's secret", () => {
  const owner = draftOwnerOf(session, true);
  vi.stubEnv("NEXTAUTH_SECRET", "another-secret");
  expect(draftOwnerOf(session, true)).not.toBe(owner);
});

test("is the same for a person in each session, and another one for another person", () => {
  const person = { ...session, name: "ada@example.com", isPerson: true } as const;
  const owner = draftOwnerOf(person, true);
  expect(draftOwnerOf({ ...person, password: "lp_2_other" }, true)).toBe(owner);
  expect(draftOwnerOf({ ...person, name: "bob@example.com" }, true)).not.toBe(owner);
});
