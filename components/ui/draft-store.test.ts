import { expect, test } from "vitest";

import { createDraftStore, DRAFT_LIMITS, type KeptDraft } from "./draft-store";
import { type PlainStorage, safeStorage } from "./safe-storage";
import { testStorage } from "./test-storage";

const now = 1_800_000_000_000;
const draft = (text: string, at = now): KeptDraft => ({ text, at });

/** The browser's storage with space for a number of characters. */
const storageOf = (room?: number) => testStorage({}, room);
const storeOf = (storage: PlainStorage) =>
  createDraftStore(
    safeStorage(() => storage),
    () => now,
  );

test("a draft is there after a reload, until it is dropped", () => {
  const storage = storageOf();
  storeOf(storage).keep("ann", "note:1", { ...draft("half a"), about: "v3" });
  const reloaded = storeOf(storage);
  expect(reloaded.read("ann", "note:1")).toEqual({ text: "half a", at: now, about: "v3" });
  reloaded.drop("ann", "note:1");
  expect(reloaded.read("ann", "note:1")).toBeUndefined();
});

test("neither another person nor another thing has it", () => {
  const store = storeOf(storageOf());
  store.keep("ann", "note:1", draft("mine"));
  expect(store.read("bob", "note:1")).toBeUndefined();
  expect(store.read("ann", "note:10")).toBeUndefined();
  expect(store.under("bob", "note:")).toEqual([]);
});

test("lists the drafts of one thing, the latest first", () => {
  const storage = storageOf();
  const store = storeOf(storage);
  store.keep("ann", "object:a:1", draft("one", now - 2));
  store.keep("ann", "object:a:2", draft("two", now - 1));
  store.keep("ann", "object:b:1", draft("other"));
  expect(store.under("ann", "object:a:").map(({ key }) => key)).toEqual(["object:a:2", "object:a:1"]);
});

test("a draft that is too old is not returned, and is removed when another begins", () => {
  const storage = storageOf();
  const store = storeOf(storage);
  store.keep("ann", "old", draft("old", now - DRAFT_LIMITS.ageMs - 1));
  storage.setItem("loupe:draft:written-by-an-earlier-release", "text");
  storage.setItem("loupe:theme", "dark");
  expect(store.read("ann", "old")).toBeUndefined();
  store.keep("ann", "new", draft("new"));
  expect([...storage.entries.keys()]).toEqual(["loupe:theme", "loupe:draft:ann:new"]);
});

test("of too many the oldest go, never the one that is typed", () => {
  const storage = storageOf();
  const store = storeOf(storage);
  for (let index = 0; index <= DRAFT_LIMITS.drafts; index += 1)
    store.keep("ann", `note:${index}`, draft("x", now - 1_000 + index));
  expect(storage.length).toBe(DRAFT_LIMITS.drafts);
  expect(store.read("ann", "note:0")).toBeUndefined();
  expect(store.read("ann", `note:${DRAFT_LIMITS.drafts}`)).toBeDefined();
});

test("a full storage removes its oldest drafts for the one that is typed", () => {
  const storage = storageOf(1_000);
  const store = storeOf(storage);
  store.keep("ann", "a", draft("a".repeat(400), now - 2));
  store.keep("ann", "b", draft("b".repeat(400), now - 1));
  expect(store.keep("ann", "c", draft("c".repeat(300)))).toBe(true);
  expect(store.read("ann", "c")?.text).toHaveLength(300);
  expect(store.read("ann", "a")).toBeUndefined();
  // If even removing all of them would not free enough space, they stay.
  expect(store.keep("ann", "d", draft("d".repeat(900)))).toBe(false);
  expect(store.read("ann", "b")).toBeDefined();
});

const always = (storage: PlainStorage) => () => storage;
const blocked = () => {
  throw new Error("blocked");
};
test.each([
  ["too long", always(storageOf()), "x".repeat(DRAFT_LIMITS.chars + 1)],
  ["a full storage", always(storageOf(10)), "some text"],
  ["a blocked storage", blocked, "some text"],
])("%s: it is kept as long as the page is, and says so", (_why, open, text) => {
  const store = createDraftStore(safeStorage(open), () => now);
  expect(store.keep("ann", "note:1", draft(text))).toBe(false);
  expect(store.read("ann", "note:1")?.text).toBe(text);
  expect(store.under("ann", "note:")).toHaveLength(1);
  store.drop("ann", "note:1");
  expect(store.read("ann", "note:1")).toBeUndefined();
});

test("a draft that became too long does not reappear in an earlier version", () => {
  const storage = storageOf();
  const store = storeOf(storage);
  store.keep("ann", "a", draft("short"));
  store.keep("ann", "a", draft("x".repeat(DRAFT_LIMITS.chars + 1)));
  expect(storeOf(storage).read("ann", "a")).toBeUndefined();
});
