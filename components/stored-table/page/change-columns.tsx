import type { DataColumn, DataColumns, Placed } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { fieldPath } from "@/lib/contract/expression";
import type { TableDiff } from "@/lib/contract/tables";
import { formatCount } from "@/lib/format/number";

import { ValueCell } from "./value-cell";

/** The columns of the rows that differ between two tables. */
export function changeColumns(paths: readonly string[]): DataColumns<Placed<TableDiff["rows"][number]>> {
  return [
    {
      id: "change",
      header: "Change",
      cell: (placed) =>
        placed.row && (
          <Badge tone={placed.row.change === "added" ? "success" : "error"}>
            {placed.row.change === "added" ? "+ added" : "− removed"}
          </Badge>
        ),
      size: 110,
      enableHiding: false,
      meta: { phone: { line: 1 } },
    },
    {
      id: "position",
      header: "#",
      cell: (placed) => <span className="text-muted tabular-nums">{formatCount(placed.row?.original_index)}</span>,
      size: 76,
      meta: { align: "end", phone: { line: 1, grow: true } },
    },
    ...paths.map((path, index): DataColumn<Placed<TableDiff["rows"][number]>> => ({
      id: path === "" ? "(row)" : path,
      header: path === "" ? "Row" : path,
      cell: (placed) => <ValueCell val={placed.row?.val} names={path === "" ? [] : (fieldPath(path) ?? [])} />,
      size: 200,
      meta: { grow: paths.length <= 5, phone: index === 0 ? { line: 2, grow: true } : undefined },
    })),
  ];
}
