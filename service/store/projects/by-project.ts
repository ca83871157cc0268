/**
 * Items by project, since a statement is about one project; sorted by project, so that two batches that lock rows of
 * several cannot deadlock.
 */
export function byProject<Item>(items: readonly Item[], projectOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(projectOf(item));
    if (group) group.push(item);
    else groups.set(projectOf(item), [item]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
