import { Trash2 } from "lucide-react";

import type { DataColumns } from "@/components/data-table/column";
import { IconButton } from "@/components/ui/icon-button";
import { RelativeTime } from "@/components/ui/timestamp";
import { formatCount } from "@/lib/format/number";
import { type Dashboard, nameOf } from "@/lib/queries/dashboards";

/** The columns of the list of dashboards; without `onDelete` they cannot be deleted. */
export function dashboardColumns(onDelete: ((dashboard: Dashboard) => void) | undefined): DataColumns<Dashboard> {
  return [
    {
      id: "name",
      header: "Dashboard",
      cell: (row) => (
        <bdi className="truncate font-medium" title={nameOf(row)}>
          {nameOf(row)}
        </bdi>
      ),
      size: 300,
      enableHiding: false,
      meta: { primary: true, grow: true, phone: { line: 1, grow: true } },
    },
    {
      id: "charts",
      header: "Charts",
      cell: ({ value }) =>
        value ? formatCount(value.charts.length) : <span className="text-error">Cannot be read</span>,
      size: 120,
      meta: { align: "end", phone: { line: 2 } },
    },
    {
      id: "changed",
      header: "Changed",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      size: 120,
      meta: { raised: true, phone: { line: 2 } },
    },
    {
      id: "by",
      header: "By",
      cell: ({ by }) => <bdi title={by}>{by}</bdi>,
      size: 120,
      meta: { raised: true },
    },
    ...(onDelete
      ? [
          {
            id: "delete",
            header: () => <span className="sr-only">Delete</span>,
            // One that cannot be read could not be restored either.
            cell: (row: Dashboard) =>
              row.value && (
                <IconButton icon={Trash2} label={`Delete ${nameOf(row)}`} size="small" onClick={() => onDelete(row)} />
              ),
            size: 44,
            enableHiding: false,
            meta: { raised: true, phone: { line: 1 as const } },
          },
        ]
      : []),
  ];
}
