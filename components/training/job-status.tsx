import { CircleCheck, CircleDashed, CircleSlash, CircleStop, CircleX, Clock, type LucideIcon } from "lucide-react";

import { cn } from "@/components/ui/cn";
import type { TrainingJob, TrainingStatus } from "@/lib/contract/training";

interface Look {
  word: string;
  icon: LucideIcon;
  color: string;
}

const looks: Record<TrainingStatus, Look> = {
  queued: { word: "Queued", icon: Clock, color: "text-muted" },
  running: { word: "Running", icon: CircleDashed, color: "text-running" },
  succeeded: { word: "Succeeded", icon: CircleCheck, color: "text-success" },
  failed: { word: "Failed", icon: CircleX, color: "text-error" },
  cancelled: { word: "Canceled", icon: CircleSlash, color: "text-muted" },
};

const stopping: Look = { word: "Stopping", icon: CircleStop, color: "text-warning" };

/** Every status, in the order of a job's life. */
export const JOB_STATUSES = [
  "queued",
  "running",
  "succeeded",
  "failed",
  "cancelled",
] as const satisfies readonly TrainingStatus[];

/** The label of a status, the same everywhere. */
export function statusWord(status: TrainingStatus): string {
  return looks[status].word;
}

/** The status of a job, as icon and text. */
export function JobStatus({ job }: { job: Pick<TrainingJob, "status" | "cancel_asked_at"> }) {
  const isStopping = job.status === "running" && job.cancel_asked_at !== undefined;
  const look = isStopping ? stopping : looks[job.status];
  return (
    <span className={cn("flex items-center gap-1", look.color)}>
      <look.icon
        aria-hidden
        className={cn("size-3.5 shrink-0", job.status === "running" && "motion-safe:animate-[spin_3s_linear_infinite]")}
      />
      <span className="text-meta font-medium">{look.word}</span>
    </span>
  );
}
