/** Ids without some of them. */
export function without(ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of removed) next.delete(id);
  return next;
}

/** Ids with one more, or without it where it is among them. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? without(ids, [id]) : new Set(ids).add(id);
}
