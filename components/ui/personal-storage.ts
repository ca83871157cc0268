/** What of the browser's storage is of the person who is signed in, beside their drafts: by how the places begin. */
const personal = ["loupe:playground", "loupe:recent-pages", "loupe:my-feedback", "loupe.undos"];
const ownerPlace = "loupe:person";
const laidAside = (owner: string) => `loupe:aside:${owner}:`;

type PersonalStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * Lays what belongs to the last person aside when another signs in with the same browser, and takes out again what was
 * laid aside for that one. Nothing of a person is shown to another, and nothing is lost.
 */
export function changeHands(storage: PersonalStorage, owner: string): void {
  const before = storage.getItem(ownerPlace);
  if (before === owner) return;
  if (before !== null)
    for (const place of placesOf(storage).filter((one) => personal.some((start) => one.startsWith(start))))
      move(storage, place, laidAside(before) + place);
  for (const place of placesOf(storage).filter((one) => one.startsWith(laidAside(owner))))
    move(storage, place, place.slice(laidAside(owner).length));
  storage.setItem(ownerPlace, owner);
}

function placesOf(storage: PersonalStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}

function move(storage: PersonalStorage, from: string, to: string): void {
  const text = storage.getItem(from);
  // First, so that a storage that is nearly full has room for it.
  storage.removeItem(from);
  if (text !== null) storage.setItem(to, text);
}
