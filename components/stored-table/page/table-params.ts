import {
  createLoader,
  createParser,
  parseAsBoolean,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  type SearchParams,
} from "nuqs/server";

import type { TableView } from "@/lib/queries/tables";

export const tableTabs = ["rows", "columns", "changes", "code"] as const;
export type TableTab = (typeof tableTabs)[number];

/** `col.prop.desc` in the URL: the part after the last dot is the direction. */
const parseAsSort = createParser<NonNullable<TableView["sort"]>>({
  parse: (text) => {
    const [, field = "", direction] = /^(.+)\.(asc|desc)$/s.exec(text) ?? [];
    return direction === "asc" || direction === "desc" ? { field, direction } : null;
  },
  serialize: ({ field, direction }) => `${field}.${direction}`,
  eq: (a, b) => a.field === b.field && a.direction === b.direction,
});

/** How the address has what of a table is shown. */
export const viewParams = {
  tab: parseAsStringLiteral(tableTabs).withDefault("rows"),
  sort: parseAsSort,
  /** Digests of the rows that are shown; all if empty. */
  digests: parseAsArrayOf(parseAsString).withDefault([]),
  /** Position of the open row in the table's own order. */
  row: parseAsInteger,
  /** Whether the rows are being edited. */
  edit: parseAsBoolean.withDefault(false),
  /** Digest of the table to compare with. */
  from: parseAsString.withDefault(""),
  /** Columns by which rows are paired with those of the other table; none pairs whole rows, absent chooses one. */
  key: parseAsArrayOf(parseAsString),
};

/** The rows that a table first shows at an address. */
export function tableViewAt(search: SearchParams): TableView {
  const { sort, digests } = createLoader(viewParams)(search);
  return { sort, digests };
}
