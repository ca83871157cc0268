import type { DataColumn, DataColumns, Placed } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { fieldPath } from "@/lib/contract/expression";
import { formatCount } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { cellOf } from "@/lib/table/columns";

import type { RowColumn } from "../page/row-columns";
import { ValueCell } from "../page/value-cell";

/** A row of a table that is being edited. */
export interface EditedRow {
  val: JsonText;
  /** Its value in the table; undefined for an added row. */
  before: JsonText | undefined;
  isDeleted: boolean;
}

/** The columns of rows that are being edited; changed values are marked. */
export function editColumns(columns: readonly RowColumn[]): DataColumns<Placed<EditedRow>> {
  return [
    {
      id: "#",
      header: "#",
      cell: ({ at, row }) => (
        <span className="inline-flex items-center gap-1.5 text-muted tabular-nums">
          {row && <StateBadge row={row} />}
          {formatCount(at)}
        </span>
      ),
      size: 120,
      enableHiding: false,
      meta: { align: "end", phone: { line: 1 } },
    },
    ...columns.map(({ path, isNumber }, index): DataColumn<Placed<EditedRow>> => ({
      id: path === "" ? "(row)" : path,
      header: path === "" ? "Row" : path,
      cell: ({ row }) => <EditedCell row={row} path={path} />,
      size: isNumber ? 130 : 220,
      meta: {
        align: isNumber ? "end" : undefined,
        grow: columns.length <= 6 && !isNumber,
        phone: index === 0 ? { line: 1, grow: true } : index === 1 ? { line: 2, grow: true } : undefined,
      },
    })),
  ];
}

function StateBadge({ row: { val, before, isDeleted } }: { row: EditedRow }) {
  if (isDeleted) return <Badge tone="error">deleted</Badge>;
  if (!before) return <Badge tone="success">added</Badge>;
  return before === val ? undefined : <Badge tone="warning">changed</Badge>;
}

function EditedCell({ row, path }: { row: EditedRow | undefined; path: string }) {
  const names = namesOf(path);
  const isChanged = row?.before && row.before !== row.val && rawOf(row.val, names) !== rawOf(row.before, names);
  return (
    <span
      data-column={path}
      tabIndex={-1}
      className={cn(
        "block truncate focus-visible:-outline-offset-2",
        row?.isDeleted && "text-muted line-through",
        isChanged && "-mx-1 rounded-[3px] bg-warning-soft px-1 text-warning",
      )}
    >
      {isChanged && <span className="sr-only">Changed: </span>}
      <ValueCell val={row?.val} names={names} />
    </span>
  );
}

/** The names of a column's path; none for the whole row. */
export function namesOf(path: string): readonly string[] {
  return path === "" ? [] : (fieldPath(path) ?? []);
}

function rawOf(val: JsonText, names: readonly string[]): string | undefined {
  return cellOf(JsonNode.parse(val), names)?.raw;
}
