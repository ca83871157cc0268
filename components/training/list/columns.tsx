import type { DataColumns } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { RelativeTime } from "@/components/ui/timestamp";
import type { TrainingJob } from "@/lib/contract/training";
import { durationParts } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import { roughTimeLeftMs, ranMs } from "@/lib/training/progress";

import { JobStatus } from "../job-status";
import { StepBar } from "../step-bar";

/** The columns of the list of jobs. `now` in milliseconds since 1970. */
export function jobColumns(now: number): DataColumns<TrainingJob> {
  return [
    {
      id: "model",
      header: "Model",
      cell: (row) => <bdi title={row.model_name}>{row.model_name}</bdi>,
      size: 190,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    },
    {
      id: "status",
      header: "Status",
      cell: (row) => <JobStatus job={row} />,
      size: 104,
      meta: { phone: { line: 1 } },
    },
    {
      id: "progress",
      header: "Progress",
      cell: (row) => <StepBar job={row} className="w-full" />,
      size: 150,
      meta: { phone: { line: 2, grow: true } },
    },
    {
      id: "ran",
      header: "Duration",
      cell: (row) => <Quantity parts={durationParts(ranMs(row, now))} />,
      size: 90,
      meta: { align: "end" },
    },
    {
      id: "left",
      header: "Time left",
      cell: (row) => <Quantity parts={durationParts(roughTimeLeftMs(row))} />,
      size: 90,
      meta: { align: "end" },
    },
    {
      id: "outcome",
      header: "Result",
      cell: (row) => <Outcome job={row} />,
      size: 180,
      meta: { grow: true },
    },
    {
      id: "groups",
      header: "Groups",
      cell: (job) => (
        <span title={flatWords(job)}>
          {formatCount(job.groups)}
          {job.flat_groups > 0 && (
            <span className="text-muted"> ({formatCount(job.flat_groups)} without reward variance)</span>
          )}
        </span>
      ),
      size: 220,
      meta: { align: "end", raised: true },
    },
    {
      id: "trajectories",
      header: "Trajectories",
      cell: (row) => formatCount(row.trajectories),
      size: 92,
      meta: { align: "end", optional: true },
    },
    {
      id: "base",
      header: "Base model",
      cell: (row) => <bdi title={row.base_model}>{row.base_model}</bdi>,
      size: 160,
    },
    {
      id: "created",
      header: "Submitted",
      cell: (row) => <RelativeTime at={row.created_at} />,
      size: 90,
      meta: { raised: true, phone: { line: 2 } },
    },
    {
      id: "by",
      header: "By",
      cell: (row) => <bdi title={row.created_by}>{row.created_by}</bdi>,
      size: 110,
    },
  ];
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
  return `${counted(flat, "group")} without reward variance`;
}
