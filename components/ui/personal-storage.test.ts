import { expect, test } from "vitest";

import { changeHands } from "./personal-storage";

/** The browser's storage with these entries. */
function storageOf(given: Record<string, string>) {
  const entries = new Map(Object.entries(given));
  return {
    all: () => Object.fromEntries([...entries].filter(([place]) => place !== "loupe:person")),
    getItem: (place: string) => entries.get(place) ?? null,
    setItem: (place: string, text: string) => void entries.set(place, text),
    removeItem: (place: string) => void entries.delete(place),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const given = { "loupe:playground:a/b": "ann's", "loupe:recent-pages": "ann's", "loupe:theme": "dark", other: "site" };

test("the same person finds everything in its place", () => {
  const storage = storageOf(given);
  changeHands(storage, "ann");
  changeHands(storage, "ann");
  expect(storage.all()).toEqual(given);
});

test("another person finds nothing of the first, who finds all of it again", () => {
  const storage = storageOf(given);
  changeHands(storage, "ann");
  changeHands(storage, "bob");
  expect(storage.getItem("loupe:playground:a/b")).toBeNull();
  expect(storage.getItem("loupe:theme")).toBe("dark");
  storage.setItem("loupe:playground:a/b", "bob's");
  changeHands(storage, "ann");
  expect(storage.getItem("loupe:playground:a/b")).toBe("ann's");
  expect(storage.getItem("loupe:recent-pages")).toBe("ann's");
  changeHands(storage, "bob");
  expect(storage.getItem("loupe:playground:a/b")).toBe("bob's");
});
