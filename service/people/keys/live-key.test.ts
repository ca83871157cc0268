import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Grant } from "@/lib/contract/grants";
import type { Identity } from "./identity";
import { watchKey } from "./live-key";

const identityWith = (...roles: Grant[]): Identity => ({
  keyId: "k",
  owner: "ada",
  defaultProject: "acme/a",
  roles,
});
const VIEWER: Grant = { project_pattern: "acme/a", role: "viewer" };
const MEMBER: Grant = { project_pattern: "acme/a", role: "member" };
const OTHER: Grant = { project_pattern: "acme/b", role: "admin" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each<[string, Identity | undefined, boolean]>([
  ["is valid", identityWith(MEMBER), false],
  ["is revoked", undefined, true],
  ["loses a role", identityWith(OTHER), true],
  ["gets a lower role", identityWith(VIEWER, OTHER), true],
  ["gets further roles", identityWith(OTHER, MEMBER), false],
  ["gets a role that includes its own", identityWith({ project_pattern: "acme/*", role: "admin" }), false],
])("a stream whose key %s", async (_what, now, ends) => {
  const onRevoked = vi.fn<() => void>();
  const stop = watchKey(identityWith(MEMBER), async () => now, onRevoked);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onRevoked).toHaveBeenCalledTimes(ends ? 1 : 0);
  stop();
});

test("a stream goes on while its key cannot be looked up", async () => {
  const onRevoked = vi.fn<() => void>();
  const stop = watchKey(identityWith(MEMBER), () => Promise.reject(new Error("the database is away")), onRevoked);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onRevoked).not.toHaveBeenCalled();
  stop();
});
