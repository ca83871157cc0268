import type { DataColumns } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import { RelativeTime } from "@/components/ui/timestamp";
import type { CallRow } from "@/lib/contract/calls";
import { experimentNames } from "@/lib/experiment/result";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";

import { experimentName } from "../experiment-name";
import { summaryScores } from "./summary-scores";

export const experimentColumns: DataColumns<CallRow> = [
  {
    id: "status",
    header: () => <span className="sr-only">Status</span>,
    cell: ({ overview }) => overview && <StatusIcon status={overview.status} isStale={overview.stale} />,
    size: 36,
    enableHiding: false,
    meta: { phone: { line: 1 }, raised: true },
  },
  {
    id: "name",
    header: "Experiment",
    cell: (row) => (
      <bdi className="truncate font-medium" title={experimentName(row)}>
        {experimentName(row)}
      </bdi>
    ),
    size: 200,
    enableHiding: false,
    meta: { primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "model",
    header: "Model",
    cell: ({ inputs }) => <bdi className="text-muted">{experimentNames(inputs).model}</bdi>,
    size: 180,
  },
  {
    id: "scores",
    header: "Reported scores",
    cell: ({ output }) => (
      <span className="tabular-nums">
        {summaryScores(output).map(({ name, text }, place) => (
          <span key={name}>
            {place > 0 && <span className="text-faint"> · </span>}
            <span className="text-muted">{name}</span> {text}
          </span>
        ))}
      </span>
    ),
    size: 300,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
  {
    id: "latency",
    header: "Duration",
    cell: ({ overview }) => <Quantity parts={durationParts(overview?.latency_ms)} />,
    size: 90,
    meta: { align: "end" },
  },
  {
    id: "cost",
    header: "Cost",
    cell: ({ overview }) => <span className="tabular-nums">{formatAmounts(overview?.total_cost)}</span>,
    size: 90,
    meta: { align: "end" },
  },
  {
    id: "started",
    header: "Started",
    cell: ({ started_at: startedAt }) => startedAt && <RelativeTime at={startedAt} />,
    size: 110,
    meta: { raised: true, phone: { line: 2 } },
  },
];
