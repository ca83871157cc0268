"use client";

import {
  createParser,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";

import type { TableView } from "@/lib/queries/tables";

export const tableTabs = ["rows", "columns", "changes", "code"] as const;
export type TableTab = (typeof tableTabs)[number];

/** `col.prop.desc` in the URL: what follows the last dot is the direction. */
const parseAsSort = createParser<NonNullable<TableView["sort"]>>({
  parse: (text) => {
    const [, field = "", direction] = /^(.+)\.(asc|desc)$/s.exec(text) ?? [];
    return direction === "asc" || direction === "desc" ? { field, direction } : null;
  },
  serialize: ({ field, direction }) => `${field}.${direction}`,
  eq: (a, b) => a.field === b.field && a.direction === b.direction,
});

const parsers = {
  tab: parseAsStringLiteral(tableTabs).withDefault("rows"),
  sort: parseAsSort,
  /** Digests of the rows that are shown; all when there are none. */
  digests: parseAsArrayOf(parseAsString).withDefault([]),
  /** Position of the open row in the table's own order. */
  row: parseAsInteger,
  /** Digest of the table that the changes are shown from. */
  from: parseAsString.withDefault(""),
};

/** What of a table is shown, kept in the URL. */
export function useTablePageState() {
  return useQueryStates(parsers, { history: "push" });
}
