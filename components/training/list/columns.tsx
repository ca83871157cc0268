import { columnsOf } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { RelativeTime } from "@/components/ui/timestamp";
import type { TrainingJob } from "@/lib/contract/training";
import { durationParts } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/number";
import { roughTimeLeftMs, ranMs } from "@/lib/training/progress";

import { JobStatus } from "../job-status";
import { StepBar } from "../step-bar";

const column = columnsOf<TrainingJob>();

/** The columns of the list of jobs. `now` in milliseconds since 1970. */
export function jobColumns(now: number) {
  return column.columns([
    column.display({
      id: "model",
      header: "Model",
      cell: ({ row }) => <bdi title={row.original.model_name}>{row.original.model_name}</bdi>,
      size: 190,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    }),
    column.display({
      id: "status",
      header: "Status",
      cell: ({ row }) => <JobStatus job={row.original} />,
      size: 104,
      meta: { phone: { line: 1 } },
    }),
    column.display({
      id: "progress",
      header: "Progress",
      cell: ({ row }) => <StepBar job={row.original} className="w-full" />,
      size: 150,
      meta: { phone: { line: 2, grow: true } },
    }),
    column.display({
      id: "ran",
      header: "Duration",
      cell: ({ row }) => <Quantity parts={durationParts(ranMs(row.original, now))} />,
      size: 90,
      meta: { align: "end" },
    }),
    column.display({
      id: "left",
      header: "Time left",
      cell: ({ row }) => <Quantity parts={durationParts(roughTimeLeftMs(row.original))} />,
      size: 90,
      meta: { align: "end" },
    }),
    column.display({
      id: "outcome",
      header: "Result",
      cell: ({ row }) => <Outcome job={row.original} />,
      size: 180,
      meta: { grow: true },
    }),
    column.display({
      id: "groups",
      header: "Groups",
      cell: ({ row: { original: job } }) => (
        <span title={flatWords(job)}>
          {formatCount(job.groups)}
          {job.flat_groups > 0 && <span className="text-muted"> ({formatCount(job.flat_groups)} flat)</span>}
        </span>
      ),
      size: 110,
      meta: { align: "end", raised: true },
    }),
    column.display({
      id: "trajectories",
      header: "Trajectories",
      cell: ({ row }) => formatCount(row.original.trajectories),
      size: 92,
      meta: { align: "end", optional: true },
    }),
    column.display({
      id: "base",
      header: "Base model",
      cell: ({ row }) => <bdi title={row.original.base_model}>{row.original.base_model}</bdi>,
      size: 160,
    }),
    column.display({
      id: "created",
      header: "Submitted",
      cell: ({ row }) => <RelativeTime at={row.original.created_at} />,
      size: 90,
      meta: { raised: true, phone: { line: 2 } },
    }),
    column.display({
      id: "by",
      header: "By",
      cell: ({ row }) => <bdi title={row.original.created_by}>{row.original.created_by}</bdi>,
      size: 110,
    }),
  ]);
}

/** Why it failed or is queued, or the trained model. */
function Outcome({ job }: { job: TrainingJob }) {
  const words = outcomeWords(job);
  return (
    <bdi title={words} className={job.status === "failed" ? "text-error" : "text-muted"}>
      {words}
    </bdi>
  );
}

function outcomeWords({ status, failure, waits_for: waitsFor, trained_model: model }: TrainingJob): string | undefined {
  if (status === "failed" || status === "cancelled") return failure?.reason;
  return status === "queued" ? waitsFor : model;
}

function flatWords({ flat_groups: flat }: TrainingJob): string | undefined {
  if (flat === 0) return undefined;
  return `${formatCount(flat)} ${flat === 1 ? "group has" : "groups have"} no reward variance`;
}
