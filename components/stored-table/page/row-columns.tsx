import type { DataColumn, DataColumns, Placed } from "@/components/data-table/column";
import { fieldPath } from "@/lib/contract/expression";
import type { TableRow } from "@/lib/contract/tables";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";

import { ValueCell } from "./value-cell";

/** The column of a row's position in its table; sorting by it is the table's own order. */
export const POSITION = "#";

/** The known type of a column. */
export interface RowColumn {
  /** Dotted path into a row. */
  path: string;
  isNumber: boolean;
}

/** The columns of a stored table's rows; a column's id is its sort field. */
export function rowColumns(columns: readonly RowColumn[]): DataColumns<Placed<TableRow>> {
  const [first] = columns;
  return [
    {
      id: POSITION,
      header: "#",
      cell: (placed) => (
        <span className="text-muted tabular-nums">{formatCount(placed.row?.original_index ?? placed.at)}</span>
      ),
      size: 76,
      enableHiding: false,
      meta: { sort: "asc", align: "end", phone: { line: 1 } },
    },
    ...columns.map(({ path, isNumber }, index): DataColumn<Placed<TableRow>> => ({
      id: path === "" ? "(row)" : path,
      header: path === "" ? "Row" : path,
      cell: (placed) => <ValueCell val={placed.row?.val} names={namesOf(path)} />,
      size: isNumber ? 130 : 220,
      meta: {
        sort: path === "" ? undefined : "asc",
        align: isNumber ? "end" : undefined,
        grow: columns.length <= 6 && !isNumber,
        phone: path === first?.path ? { line: 1, grow: true } : index === 1 ? { line: 2, grow: true } : undefined,
      },
    })),
    {
      id: "(digest)",
      header: "Row digest",
      cell: (placed) => placed.row && <code title={placed.row.digest}>{shortenMiddle(placed.row.digest, 12)}</code>,
      size: 130,
    },
  ];
}

const known = new Map<string, readonly string[]>();

/** The names in a dotted path, split once. */
function namesOf(path: string): readonly string[] {
  const names = known.get(path) ?? (path === "" ? [] : (fieldPath(path) ?? []));
  known.set(path, names);
  return names;
}
