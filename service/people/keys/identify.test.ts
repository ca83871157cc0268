import { describe, expect, test, vi } from "vitest";
import type { StoredKey } from "@/service/store/keys/keys-store";
import type { Store } from "@/service/store/store";
import { type CurrentKey, createIdentify } from "./identify";
import { hashKey, keyIdIn, newKeyText } from "./key-text";

const ADMIN_KEY = "lp_0123456789ab_planted";

/** A store with these keys, a clock that only the test advances, and the recorded lookups and uses. */
function scene() {
  const stored = new Map<string, StoredKey>();
  let now = 0;
  const findKeys = vi.fn<Store["findKeys"]>(async (ids) => ids.flatMap((id) => stored.get(id) ?? []));
  const recordKeyUse = vi.fn<Store["recordKeyUse"]>(async () => {});
  const identify = createIdentify(ADMIN_KEY, { findKeys, recordKeyUse }, undefined, () => now);
  return {
    findKeys,
    recordKeyUse,
    identify: async (...keys: string[]) =>
      identify(
        (name) => ({ authorization: keys[0] && `Bearer ${keys[0]}`, "x-api-key": keys[1] })[name],
        "203.0.113.9",
      ),
    pass: (ms: number) => void (now += ms),
    revoke: (id: string) => stored.delete(id),
    make: (owner: string, { id, text } = newKeyText()) => {
      const roles = [{ project_pattern: "acme/*", role: "member" as const }];
      stored.set(id, { id, owner, roles, default_project: "acme/bot", hash: hashKey(text).toString("hex") });
      return { id, text };
    },
  };
}

describe("whose key it is", () => {
  test("the admin's is not looked up", async () => {
    const { identify, findKeys } = scene();
    expect(await identify(ADMIN_KEY)).toMatchObject({
      keyId: "admin",
      owner: "admin",
      defaultProject: "local/default",
      roles: [{ project_pattern: "*", role: "admin" }],
    });
    expect(findKeys).not.toHaveBeenCalled();
  });

  test("a stored one is its owner's", async () => {
    const { identify, make } = scene();
    const { id, text } = make("ada");
    expect(await identify(text)).toEqual({
      keyId: id,
      owner: "ada",
      defaultProject: "acme/bot",
      roles: [{ project_pattern: "acme/*", role: "member" }],
    });
  });

  test.each([
    ["nothing", undefined],
    ["an unknown key", `lp_ffffffffffff_${"x".repeat(32)}`],
    ["no key of ours", "sk-1234"],
    ["a prefix of the admin's", ADMIN_KEY.slice(0, -1)],
    ["SQL", "lp_0123456789ab_' or ''='"],
  ])("%s is nobody's", async (_what, key) => {
    const { identify } = scene();
    expect(await identify(...(key ? [key] : []))).toBeUndefined();
  });

  test("keys that differ only in their last character are two", async () => {
    const { identify, make } = scene();
    const { id, text } = make("ada");
    const other = text.slice(0, -1) + (text.endsWith("A") ? "B" : "A");
    expect(await identify(text)).toMatchObject({ owner: "ada" });
    expect(await identify(other)).toBeUndefined();
    expect(await identify(`${text}A`)).toBeUndefined();
    expect(await identify(text.replace(id, id.toUpperCase()))).toBeUndefined();
    expect(await identify(text)).toMatchObject({ owner: "ada" });
  });

  test("one of several keys is enough", async () => {
    const { identify, make } = scene();
    expect(await identify("sk-1234", make("ada").text)).toMatchObject({ owner: "ada" });
  });
});

describe("what was found is remembered for less than two seconds", () => {
  test("for many requests one lookup", async () => {
    const { identify, make, findKeys, pass } = scene();
    const { text } = make("ada");
    await Promise.all([identify(text), identify(text)]);
    pass(1_000);
    await identify(text);
    expect(findKeys).toHaveBeenCalledTimes(1);
    pass(1_000);
    await identify(text);
    expect(findKeys).toHaveBeenCalledTimes(2);
  });

  test("a revoked key is rejected, and a new one accepted", async () => {
    const { identify, make, revoke, pass } = scene();
    const { id, text } = make("ada");
    const late = newKeyText();
    expect(await identify(text)).toBeDefined();
    expect(await identify(late.text)).toBeUndefined();
    revoke(id);
    make("bob", late);
    pass(2_000);
    expect(await identify(text)).toBeUndefined();
    expect(await identify(late.text)).toMatchObject({ owner: "bob" });
  });

  test("an unavailable store does not make a key invalid", async () => {
    const { identify, make, findKeys } = scene();
    const { text } = make("ada");
    findKeys.mockRejectedValueOnce(new Error("down"));
    await expect(identify(text)).rejects.toThrow("down");
    expect(await identify(text)).toMatchObject({ owner: "ada" });
  });

  test("unknown keys never evict known ones, and the memory is bounded", async () => {
    const { identify, make, findKeys } = scene();
    const { text } = make("ada");
    await identify(text);
    const unknown = newKeyText().text;
    await identify(unknown);
    for (let made = 0; made < 10_000; made += 1) await identify(newKeyText().text);
    findKeys.mockClear();
    await identify(text);
    expect(findKeys).not.toHaveBeenCalled();
    await identify(unknown);
    expect(findKeys).toHaveBeenCalledTimes(1);
  });
});

test("the key of a person's session is valid as its provider says, and without a provider not at all", async () => {
  const { id, text } = newKeyText();
  const hash = hashKey(text).toString("hex");
  const roles = [{ project_pattern: "acme/*", role: "member" as const }];
  const session = { id, owner: "ada", roles, default_project: "acme/bot", hash, session: { checked: 0 } };
  const store = { findKeys: async () => [session], recordKeyUse: async () => {} };
  const header = (name: string) => (name === "authorization" ? `Bearer ${text}` : undefined);
  const identifyWith = (current?: CurrentKey) => createIdentify(ADMIN_KEY, store, current)(header, "203.0.113.9");
  expect(await identifyWith()).toBeUndefined();
  expect(await identifyWith(async () => undefined)).toBeUndefined();
  expect(await identifyWith(async (key) => ({ ...key, roles: [] }))).toMatchObject({ keyId: id, roles: [] });
});

test("a use is recorded once a minute, and no request waits for it", async () => {
  const { identify, make, recordKeyUse, pass } = scene();
  recordKeyUse.mockReturnValueOnce(new Promise(() => {})).mockRejectedValueOnce(new Error("down"));
  const { id, text } = make("ada");
  for (const after of [0, 30_000, 30_000, 59_999, 1]) {
    pass(after);
    expect(await identify(text)).toMatchObject({ keyId: id });
  }
  expect(recordKeyUse.mock.calls).toEqual([[id], [id], [id]]);
});

test("a new key has the form lp_<id>_<secret>", () => {
  const [one, two] = [newKeyText(), newKeyText()];
  expect(one.text).toMatch(/^lp_[0-9a-f]{12}_[\w-]{32}$/);
  expect(keyIdIn(one.text)).toBe(one.id);
  expect(one.text).not.toBe(two.text);
});
