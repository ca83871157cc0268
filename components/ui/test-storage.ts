/** A browser's storage with space for a number of characters; for tests only. */
export function testStorage(given: Record<string, string> = {}, room = Number.POSITIVE_INFINITY) {
  const entries = new Map(Object.entries(given));
  const used = () => [...entries.values()].reduce((sum, text) => sum + text.length, 0);
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (used() - (entries.get(key)?.length ?? 0) + text.length > room) throw new Error("full");
      entries.set(key, text);
    },
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}
