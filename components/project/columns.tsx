import { columnsOf } from "@/components/data-table/column";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { Project } from "@/lib/contract/projects";
import { formatCount } from "@/lib/format/number";

const column = columnsOf<Project>();

/** The columns of the project list. */
export const projectColumns = column.columns([
  column.display({
    id: "name",
    header: "Project",
    cell: ({ row }) => <span className="font-medium">{row.original.project_id}</span>,
    size: 360,
    enableHiding: false,
    meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
  }),
  column.display({
    id: "calls",
    header: "Calls",
    cell: ({ row }) => formatCount(row.original.calls),
    size: 100,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  }),
  column.display({
    id: "last",
    header: "Last call",
    cell: ({ row }) => <RelativeTime at={row.original.last_call_at} />,
    size: 120,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row }) => <Timestamp at={row.original.created_at} />,
    size: 160,
    meta: { sort: "desc", raised: true, grow: true },
  }),
]);
