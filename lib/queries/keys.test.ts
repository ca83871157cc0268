import { MutationObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createKey, keysList, ownKey, revokeKey } from "./keys";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const HOLDER = `"id":"0a1b2c3d4e5f","owner":"Ada","default_project":"acme/bot","roles":[{"project_pattern":"acme/*","role":"admin"}]`;
const KEY = `{${HOLDER},"created_at":"2026-11-20T08:00:00Z"}`;
const ADMIN = { project_pattern: "acme/*", role: "admin" } as const;
const TEXT = "lp_0a1b2c3d4e5f_secret";

function setUp() {
  const { client, asked } = testClient(({ path }) => {
    if (path === "/keys/self") return `{"key":{${HOLDER}}}`;
    if (path === "/keys/query") return `{"keys":[${KEY}]}`;
    return `{"key":${KEY},"api_key":"${TEXT}"}`;
  });
  return { client, asked, cache: createQueryClient() };
}

test("the session's key and the keys to manage are read separately", async () => {
  const { client, asked, cache } = setUp();
  expect(await cache.fetchQuery(ownKey(client))).toMatchObject({ owner: "Ada" });
  expect(await cache.fetchQuery(keysList({ includeRevoked: true }, client))).toMatchObject([{ id: "0a1b2c3d4e5f" }]);
  expect(asked).toEqual([
    { path: "/keys/self", body: {} },
    { path: "/keys/query", body: { include_revoked: true } },
  ]);
});

test.each(["make", "revoke"])("to %s a key makes the list stale", async (change) => {
  const { client, cache } = setUp();
  const list = keysList({ includeRevoked: false }, client);
  await cache.fetchQuery(list);
  if (change === "revoke") await new MutationObserver(cache, revokeKey(client)).mutate("0a1b2c3d4e5f");
  else await new MutationObserver(cache, createKey(client)).mutate({ owner: "Ada", roles: [ADMIN] });
  expect(cache.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
});

test("a key's text is kept only while it is shown", async () => {
  const { client, cache } = setUp();
  const observer = new MutationObserver(cache, createKey(client));
  const stopShowing = observer.subscribe(() => {});
  expect((await observer.mutate({ owner: "Ada", roles: [ADMIN] })).api_key).toBe(TEXT);
  stopShowing();
  observer.reset();
  await vi.waitFor(() => expect(cache.getMutationCache().getAll()).toEqual([]), 30_000);
});
