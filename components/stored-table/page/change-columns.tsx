import { columnsOf } from "@/components/data-table/column";
import type { Placed } from "@/components/data-table/sparse-row";
import { Badge } from "@/components/ui/badge";
import { fieldPath } from "@/lib/contract/expression";
import type { TableDiff } from "@/lib/contract/tables";
import { formatCount } from "@/lib/format/number";

import { ValueCell } from "./value-cell";

const column = columnsOf<Placed<TableDiff["rows"][number]>>();

/** The columns of the rows that two tables do not share. */
export function changeColumns(paths: readonly string[]) {
  return column.columns([
    column.display({
      id: "change",
      header: "Change",
      cell: ({ row: { original } }) =>
        original.row && (
          <Badge tone={original.row.change === "added" ? "success" : "error"}>
            {original.row.change === "added" ? "+ added" : "− removed"}
          </Badge>
        ),
      size: 110,
      enableHiding: false,
      meta: { phone: { line: 1 } },
    }),
    column.display({
      id: "position",
      header: "#",
      cell: ({ row: { original } }) => (
        <span className="text-muted tabular-nums">{formatCount(original.row?.original_index)}</span>
      ),
      size: 76,
      meta: { align: "end", phone: { line: 1, grow: true } },
    }),
    ...paths.map((path, index) =>
      column.display({
        id: path === "" ? "(row)" : path,
        header: path === "" ? "Row" : path,
        cell: ({ row: { original } }) => (
          <ValueCell val={original.row?.val} names={path === "" ? [] : (fieldPath(path) ?? [])} />
        ),
        size: 200,
        meta: { grow: paths.length <= 5, phone: index === 0 ? { line: 2, grow: true } : undefined },
      }),
    ),
  ]);
}
