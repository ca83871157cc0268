import type { DataColumns } from "@/components/data-table/column";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { Project } from "@/lib/contract/projects";
import { formatCount } from "@/lib/format/number";

export const projectColumns: DataColumns<Project> = [
  {
    id: "name",
    header: "Project",
    cell: (row) => <span className="font-medium">{row.project_id}</span>,
    size: 360,
    enableHiding: false,
    meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "calls",
    header: "Calls",
    cell: (row) => formatCount(row.calls),
    size: 100,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  },
  {
    id: "last",
    header: "Last call",
    cell: (row) => <RelativeTime at={row.last_call_at} />,
    size: 120,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <Timestamp at={row.created_at} />,
    size: 160,
    meta: { sort: "desc", raised: true, grow: true },
  },
];
