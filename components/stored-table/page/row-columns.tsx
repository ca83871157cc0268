import { columnsOf } from "@/components/data-table/column";
import type { Placed } from "@/components/data-table/sparse-row";
import { fieldPath } from "@/lib/contract/expression";
import type { TableRow } from "@/lib/contract/tables";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";

import { ValueCell } from "./value-cell";

/** The column of a row's position in its table; as a sort it is the table's own order. */
export const POSITION = "#";

const column = columnsOf<Placed<TableRow>>();

/** What a column is known to hold. */
export interface RowColumn {
  /** Dotted path into a row. */
  path: string;
  isNumber: boolean;
}

/** The columns of a stored table's rows; a column's id is its sort field. */
export function rowColumns(columns: readonly RowColumn[]) {
  const [first] = columns;
  return column.columns([
    column.display({
      id: POSITION,
      header: "#",
      cell: ({ row: { original } }) => (
        <span className="text-muted tabular-nums">{formatCount(original.row?.original_index ?? original.at)}</span>
      ),
      size: 76,
      enableHiding: false,
      meta: { sort: "asc", align: "end", phone: { line: 1 } },
    }),
    ...columns.map(({ path, isNumber }, index) =>
      column.display({
        id: path === "" ? "(row)" : path,
        header: path === "" ? "Row" : path,
        cell: ({ row: { original } }) => <ValueCell val={original.row?.val} names={namesOf(path)} />,
        size: isNumber ? 130 : 220,
        meta: {
          sort: path === "" ? undefined : "asc",
          align: isNumber ? "end" : undefined,
          grow: columns.length <= 6 && !isNumber,
          phone: path === first?.path ? { line: 1, grow: true } : index === 1 ? { line: 2, grow: true } : undefined,
        },
      }),
    ),
    column.display({
      id: "(digest)",
      header: "Row digest",
      cell: ({ row: { original } }) =>
        original.row && <code title={original.row.digest}>{shortenMiddle(original.row.digest, 12)}</code>,
      size: 130,
    }),
  ]);
}

const known = new Map<string, readonly string[]>();

/** The names of a dotted path, taken apart once. */
function namesOf(path: string): readonly string[] {
  const names = known.get(path) ?? (path === "" ? [] : (fieldPath(path) ?? []));
  known.set(path, names);
  return names;
}
