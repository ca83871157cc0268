import { columnsOf } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Timestamp } from "@/components/ui/timestamp";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import type { ListedTable } from "@/lib/queries/tables";

const column = columnsOf<ListedTable>();

/** The columns of the list of stored tables; those of tables without names leave out what a name brings. */
export function tableColumns(isNamed: boolean) {
  const name = column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: table } }) =>
      table.dataset && (
        <span className="flex min-w-0 items-center gap-2">
          <bdi title={table.dataset.object_id} className="truncate">
            {table.dataset.object_id}
          </bdi>
          <span className="shrink-0 text-muted">v{table.dataset.version_index}</span>
          {table.dataset.is_latest === 1 && <Badge>latest</Badge>}
        </span>
      ),
    size: 280,
    enableHiding: false,
    meta: { grow: true, primary: true, phone: { line: 1, grow: true } },
  });
  const rows = column.display({
    id: "rows",
    header: "Rows",
    cell: ({ row }) => formatCount(row.original.count),
    size: 100,
    meta: { align: "end", phone: { line: 1 } },
  });
  const created = column.display({
    id: "created",
    header: isNamed ? "Published" : "Stored",
    cell: ({ row }) => <Timestamp at={row.original.created_at} />,
    size: 150,
    meta: { phone: { line: 2 }, raised: true },
  });
  const digest = column.display({
    id: "digest",
    header: "Digest",
    cell: ({ row }) => <code title={row.original.digest}>{shortenMiddle(row.original.digest, isNamed ? 12 : 44)}</code>,
    size: isNamed ? 140 : 360,
    meta: isNamed ? {} : { grow: true, primary: true, phone: { line: 1, grow: true } },
  });
  const user = column.display({
    id: "user",
    header: "By",
    cell: ({ row }) => <bdi title={row.original.dataset?.ext_user_id}>{row.original.dataset?.ext_user_id}</bdi>,
    size: 140,
    meta: { phone: { line: 2 } },
  });
  return isNamed ? column.columns([name, rows, created, user, digest]) : column.columns([digest, rows, created]);
}
