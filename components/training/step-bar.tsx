import { cn } from "@/components/ui/cn";
import type { TrainingJob, TrainingStatus } from "@/lib/contract/training";
import { formatCount } from "@/lib/format/number";

interface StepBarProps {
  job: Pick<TrainingJob, "step" | "total_steps" | "status">;
  className?: string;
}

const colors: Record<TrainingStatus, string> = {
  queued: "bg-control",
  running: "bg-accent",
  succeeded: "bg-success",
  failed: "bg-error",
  cancelled: "bg-control",
};

/** The number of completed steps, and the total if known. */
export function StepBar({ job: { step, total_steps: total, status }, className }: StepBarProps) {
  if (step === undefined) return <span className="text-faint">—</span>;
  if (total === undefined || total === 0)
    return (
      <span>
        {formatCount(step)} <span className="text-muted">{step === 1 ? "step" : "steps"}</span>
      </span>
    );
  return (
    <span className={cn("flex min-w-0 items-center gap-2", className)}>
      <span
        role="progressbar"
        aria-label="Steps"
        aria-valuenow={Math.min(step, total)}
        aria-valuemin={0}
        aria-valuemax={total}
        className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-hover"
      >
        <span style={{ width: `${Math.min(1, step / total) * 100}%` }} className={cn("block h-full", colors[status])} />
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {formatCount(step)}
        <span className="text-muted">/{formatCount(total)}</span>
      </span>
    </span>
  );
}
