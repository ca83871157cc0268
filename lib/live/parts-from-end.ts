/** A list in parts of at most `size`, the last first: new items at its start change only one part. */
export function partsFromEnd<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let to = items.length; to > 0; to -= size) parts.push(items.slice(Math.max(0, to - size), to));
  return parts;
}
