import type { DataColumn, DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { LabelChips } from "@/components/ui/label-chips";
import { Timestamp } from "@/components/ui/timestamp";
import { versionName } from "@/lib/contract/version-name";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import type { ListedTable } from "@/lib/queries/tables";

/** The columns of the list of stored tables; for tables without names, without columns that depend on a name. */
export function tableColumns(isNamed: boolean): DataColumns<ListedTable> {
  const name: DataColumn<ListedTable> = {
    id: "name",
    header: "Name",
    cell: (table) =>
      table.dataset && (
        <span className="flex min-w-0 items-center gap-2">
          <bdi title={table.dataset.object_id} className="truncate">
            {table.dataset.object_id}
          </bdi>
          <span className="shrink-0 text-muted">{versionName(table.dataset.version_index)}</span>
          {table.dataset.is_latest === 1 && <Badge>latest</Badge>}
          <LabelChips labels={table.dataset.labels} max={2} />
        </span>
      ),
    size: 280,
    enableHiding: false,
    meta: { grow: true, primary: true, phone: { line: 1, grow: true } },
  };
  const rows: DataColumn<ListedTable> = {
    id: "rows",
    header: "Rows",
    cell: (row) => formatCount(row.count),
    size: 100,
    meta: { align: "end", phone: { line: 1 } },
  };
  const created: DataColumn<ListedTable> = {
    id: "created",
    header: isNamed ? "Published" : "Stored",
    cell: (row) => <Timestamp at={row.created_at} />,
    size: 150,
    meta: { phone: { line: 2 }, raised: true },
  };
  const digest: DataColumn<ListedTable> = {
    id: "digest",
    header: "Digest",
    cell: (row) => <code title={row.digest}>{shortenMiddle(row.digest, isNamed ? 12 : 44)}</code>,
    size: isNamed ? 140 : 360,
    meta: isNamed ? {} : { grow: true, primary: true, phone: { line: 1, grow: true } },
  };
  const user: DataColumn<ListedTable> = {
    id: "user",
    header: "By",
    cell: (row) => <bdi title={row.dataset?.ext_user_id}>{row.dataset?.ext_user_id}</bdi>,
    size: 140,
    meta: { phone: { line: 2 } },
  };
  return isNamed ? [name, rows, created, user, digest] : [digest, rows, created];
}
