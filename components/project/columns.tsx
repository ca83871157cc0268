import Link from "next/link";

import type { DataColumns } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import { type Failures, failuresPath } from "@/lib/filter/failing-traces";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { counted, formatCount } from "@/lib/format/number";

import type { ListedProject } from "./use-project-days";

const name: DataColumns<ListedProject>[number] = {
  id: "name",
  header: "Project",
  cell: (row) => <span className="font-medium">{row.project_id}</span>,
  size: 260,
  enableHiding: false,
  meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
};

const ever: DataColumns<ListedProject> = [
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

const ofDay = (costDecimals: number): DataColumns<ListedProject> => [
  {
    id: "traces",
    header: "Traces, 24 h",
    cell: ({ day }) => day && formatCount(day.traces),
    size: 96,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "failed",
    header: "Failed, 24 h",
    cell: ({ project_id: id, day }) => day && <Failed projectId={id} which="failed" count={day.failed_traces} />,
    size: 96,
    meta: { sort: "desc", align: "end", phone: { line: 2 }, raised: true },
  },
  {
    id: "failing",
    header: "Failing step, 24 h",
    cell: ({ project_id: id, day }) => day && <Failed projectId={id} which="failing" count={day.failing_traces} />,
    size: 128,
    meta: { sort: "desc", align: "end", raised: true },
  },
  {
    id: "p95",
    header: "p95, 24 h",
    cell: ({ day }) => day && <Quantity parts={durationParts(day.latency_p95_ms)} />,
    size: 96,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "cost",
    header: "Cost, 24 h",
    cell: ({ day }) => day && <Cost day={day} decimals={costDecimals} />,
    size: 100,
    meta: { align: "end", raised: true },
  },
  {
    id: "feedback",
    header: "Feedback, 24 h",
    cell: ({ day }) => day && <Feedback of={day.feedback} />,
    size: 140,
    meta: { sort: "desc", align: "end", raised: true },
  },
];

/**
 * The columns of the list of projects; a column's id is its sort key in the URL. `costDecimals` is of all costs listed;
 * without it there are no columns of the last 24 hours.
 */
export function projectColumns(costDecimals: number | undefined): DataColumns<ListedProject> {
  return [name, ...(costDecimals === undefined ? [] : ofDay(costDecimals)), ...ever];
}

interface FailedProps {
  projectId: string;
  which: Failures;
  count: number | undefined;
}

/** How many traces failed or have a failing step, which leads to them. On a phone, where there is no header, only what failed. */
function Failed({ projectId, which, count }: FailedProps) {
  if (count === undefined) return undefined;
  if (count === 0) return <span className="max-sm:hidden">0</span>;
  return (
    <Link
      href={failuresPath(projectId, which, { range: "24h" })}
      prefetch={false}
      className={which === "failed" ? "text-error hover:underline" : "text-warning hover:underline"}
    >
      {formatCount(count)}
      <span className="sm:hidden"> failed in 24 h</span>
    </Link>
  );
}

/** Of a project without calls in these hours feedback is not counted. */
function Feedback({ of }: { of: NonNullable<ListedProject["day"]>["feedback"] }) {
  if (!of)
    return (
      <span title="Counted for projects with calls in the last 24 hours" className="text-faint">
        —
      </span>
    );
  return formatCount(of.count);
}

function Cost({ day, decimals }: { day: NonNullable<ListedProject["day"]>; decimals: number }) {
  const { total_cost: amounts, unpriced } = day;
  const isKnown = Object.keys(amounts).length > 0;
  if (unpriced === 0) return isKnown ? formatAmounts(amounts, decimals) : <span className="text-faint">—</span>;
  return (
    <span title={`Excludes ${counted(unpriced, "unpriced call")}`} className="text-warning">
      {isKnown ? `${formatAmounts(amounts, decimals)} +` : "no price"}
    </span>
  );
}
