import type { SafeStorage } from "./safe-storage";

/** Key prefixes of the signed-in person's data in the browser's storage, in addition to their drafts. */
const personal = ["loupe:playground", "loupe:recent-pages", "loupe:my-feedback", "loupe:skipped", "loupe.undos"];
const ownerPlace = "loupe:person";
const asidePrefix = (owner: string) => `loupe:aside:${owner}:`;

/**
 * Moves the data of the previous person aside when another signs in with the same browser, and restores the data that
 * was moved aside for that person. No data is shown to another person, and none is lost.
 */
export function changeHands(storage: SafeStorage, owner: string): void {
  const before = storage.read(ownerPlace);
  if (before === owner) return;
  if (before !== null)
    for (const place of personal.flatMap((start) => storage.keys(start)))
      storage.move(place, asidePrefix(before) + place);
  for (const place of storage.keys(asidePrefix(owner))) storage.move(place, place.slice(asidePrefix(owner).length));
  storage.write(ownerPlace, owner);
}
