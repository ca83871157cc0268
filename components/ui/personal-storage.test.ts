import { expect, test } from "vitest";

import { changeHands } from "./personal-storage";
import { safeStorage } from "./safe-storage";
import { testStorage } from "./test-storage";

/** The browser's storage with these entries. */
function storageOf(entries: Record<string, string>) {
  const plain = testStorage(entries);
  return {
    ...safeStorage(() => plain),
    all: () => Object.fromEntries([...plain.entries].filter(([place]) => place !== "loupe:person")),
  };
}

const given = { "loupe:playground:a/b": "ann's", "loupe:recent-pages": "ann's", "loupe:theme": "dark", other: "site" };

test("the same person finds everything in its place", () => {
  const storage = storageOf(given);
  changeHands(storage, "ann");
  changeHands(storage, "ann");
  expect(storage.all()).toEqual(given);
});

test("another person finds no data of the first, who finds all of it again", () => {
  const storage = storageOf(given);
  changeHands(storage, "ann");
  changeHands(storage, "bob");
  expect(storage.read("loupe:playground:a/b")).toBeNull();
  expect(storage.read("loupe:theme")).toBe("dark");
  storage.write("loupe:playground:a/b", "bob's");
  changeHands(storage, "ann");
  expect(storage.read("loupe:playground:a/b")).toBe("ann's");
  expect(storage.read("loupe:recent-pages")).toBe("ann's");
  changeHands(storage, "bob");
  expect(storage.read("loupe:playground:a/b")).toBe("bob's");
});
