import { expect, test } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import type { NewKey } from "./keys-store";
import { useStore } from "@/service/store/testing/test-store";

const opened = useStore();
let made = 0;

function newKey(fields: Partial<NewKey> & { patterns?: string[]; role?: Role }): NewKey {
  const { patterns = ["acme/bot"], role = "member", ...rest } = fields;
  made += 1;
  return {
    id: made.toString(16).padStart(12, "0"),
    hash: "0f".repeat(32),
    owner: "Ada",
    default_project: "acme/bot",
    roles: patterns.map((project_pattern) => ({ project_pattern, role })),
    created_by: "admin",
    ...rest,
  };
}

test("a key is stored with its roles, found by its id, and its hash is returned only for authentication", async () => {
  const { store } = opened();
  const key = newKey({ owner: "Ada 🔑 \"'\\", patterns: ["a\\b/*", "quote\"'/x", "*"] });
  const stored = await store.createKey(key);
  const { hash, ...holder } = key;
  expect(stored).toEqual({ ...holder, created_at: expect.stringMatching(/Z$/) });
  const { created_by: _by, ...found } = key;
  expect(await store.findKeys([key.id, "ffffffffffff"])).toEqual([found]);
  expect(JSON.stringify(await store.queryKeys({}, ["*"]))).not.toContain(hash);
});

test("keys are listed and revoked only by who covers all their patterns", async () => {
  const { store } = opened();
  const key = (...patterns: string[]) => store.createKey(newKey({ patterns }));
  const one = await key("m/a");
  const entity = await key("m/*");
  const two = await key("m/a", "n/b");
  const all = await key("*");
  const mine = [all, two, entity, one].map(({ id }) => id);
  const seen = async (...within: string[]) => {
    const keys = await store.queryKeys({}, within);
    return keys.map(({ id }) => id).filter((id) => mine.includes(id));
  };
  expect(await seen("*")).toEqual(mine);
  expect(await seen("m/*")).toEqual([entity.id, one.id]);
  expect(await seen("m/a")).toEqual([one.id]);
  expect(await seen("m/a", "n/*")).toEqual([two.id, one.id]);
  expect(await seen("mm/*")).toEqual([]);
  expect(await seen("m/%", "%", "_/*")).toEqual([]);
  expect(await seen()).toEqual([]);
  expect(await store.revokeKey(two.id, ["m/*"])).toBeUndefined();
  expect(await store.revokeKey(all.id, ["m/*", "n/*"])).toBeUndefined();
  expect(await store.revokeKey("ffffffffffff", ["*"])).toBeUndefined();
  expect(await store.findKeys([two.id])).toHaveLength(1);
});

test("a revoked key is no longer found, is listed on request, and keeps its date", async () => {
  const { store } = opened();
  const { id } = await store.createKey(newKey({ patterns: ["r/x"] }));
  const [first, second] = await Promise.all([store.revokeKey(id, ["r/*"]), store.revokeKey(id, ["*"])]);
  expect(first?.revoked_at).toMatch(/Z$/);
  expect(second?.revoked_at).toBe(first?.revoked_at);
  expect(await store.findKeys([id])).toEqual([]);
  expect(await store.queryKeys({}, ["r/*"])).toEqual([]);
  expect(await store.queryKeys({ include_revoked: true }, ["r/*"])).toEqual([first]);
});

test("a list has pages, newest first, of what may be seen", async () => {
  const { store } = opened();
  const ids: string[] = [];
  for (const patterns of [["p/1"], ["q/1"], ["p/2"], ["p/3"]])
    ids.unshift((await store.createKey(newKey({ patterns }))).id);
  const page = async (limit: number | null, offset: number | null) =>
    (await store.queryKeys({ limit, offset }, ["p/*"])).map(({ id }) => id);
  expect(await page(null, null)).toEqual([ids[0], ids[1], ids[3]]);
  expect(await page(2, 1)).toEqual([ids[1], ids[3]]);
  expect(await page(0, 0)).toEqual([]);
});

test("the last use is set once a minute", async () => {
  const { store } = opened();
  const { id } = await store.createKey(newKey({ patterns: ["u/x"] }));
  const lastUse = async () => (await store.queryKeys({}, ["u/x"]))[0]?.last_used_at;
  expect(await lastUse()).toBeUndefined();
  await store.recordKeyUse(id);
  const first = await lastUse();
  expect(first).toMatch(/Z$/);
  await store.recordKeyUse(id);
  expect(await lastUse()).toBe(first);
  await store.recordKeyUse("ffffffffffff");
});
