import type { Row } from "./row";

/** A page of `limit` rows of a list that was read with one more, to find out whether there are more. */
export function pageOf<Item>(
  rows: readonly Row[],
  limit: number,
  read: (row: Row) => Item,
): { data: Item[]; has_more: boolean } {
  return { data: rows.slice(0, limit).map(read), has_more: rows.length > limit };
}
