import { CircleCheck, CircleDashed, CirclePause, CircleSlash, Clock, type LucideIcon } from "lucide-react";

import { cn } from "@/components/ui/cn";
import type { Experiment, ExperimentStatus } from "@/lib/contract/experiments";
import { rowTotals, STATUS_WORDS } from "@/lib/experiment/progress";
import { counted, formatCount } from "@/lib/format/number";

interface Look {
  icon: LucideIcon;
  color: string;
  bar: string;
}

const looks: Readonly<Record<ExperimentStatus, Look>> = {
  queued: { icon: Clock, color: "text-muted", bar: "bg-control" },
  running: { icon: CircleDashed, color: "text-running", bar: "bg-accent" },
  paused: { icon: CirclePause, color: "text-warning", bar: "bg-control" },
  completed: { icon: CircleCheck, color: "text-success", bar: "bg-success" },
  cancelled: { icon: CircleSlash, color: "text-muted", bar: "bg-control" },
};

/** The status of an experiment that the service runs, as icon and text; `isIcon` shows the text as the icon's name. */
export function RunStatus({ status, isIcon = false }: { status: ExperimentStatus; isIcon?: boolean }) {
  const { icon: Icon, color } = looks[status];
  return (
    <span
      title={isIcon ? STATUS_WORDS[status] : undefined}
      className={cn("inline-flex items-center gap-1 align-middle", color)}
    >
      <Icon
        aria-hidden
        className={cn("size-3.5 shrink-0", status === "running" && "motion-safe:animate-[spin_3s_linear_infinite]")}
      />
      <span className={isIcon ? "sr-only" : "text-meta font-medium"}>{STATUS_WORDS[status]}</span>
    </span>
  );
}

interface RunBarProps {
  run: Pick<Experiment, "status" | "rows">;
  className?: string;
}

/** How many rows were answered or have failed, of all. */
export function RunBar({ run, className }: RunBarProps) {
  const { all, done } = rowTotals(run);
  const { failed } = run.rows;
  const width = (rows: number) => ({ width: `${all === 0 ? 0 : (rows / all) * 100}%` });
  return (
    <span className={cn("flex min-w-0 items-center gap-2", className)}>
      <span
        role="progressbar"
        aria-label="Rows"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuetext={`${formatCount(done)} of ${counted(all, "row")}`}
        className="flex h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-hover"
      >
        <span style={width(done - failed)} className={cn("block h-full", looks[run.status].bar)} />
        <span style={width(failed)} className="block h-full bg-error" />
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {formatCount(done)}
        <span className="text-muted">/{formatCount(all)}</span>
      </span>
    </span>
  );
}
