import type { Experiment, ExperimentStatus } from "@/lib/contract/experiments";
import { counted, formatCount } from "@/lib/format/number";

export const STATUS_WORDS: Readonly<Record<ExperimentStatus, string>> = {
  queued: "Queued",
  running: "Running",
  paused: "Paused",
  completed: "Completed",
  cancelled: "Canceled",
};

/** Whether it may still go on by itself. */
export function isUnended({ status }: Pick<Experiment, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Rows in all, and those that were answered or have failed; each counts once for each repetition. */
export function rowTotals({ rows }: Pick<Experiment, "rows">): { all: number; done: number } {
  const done = rows.answered + rows.failed;
  return { all: done + rows.sent + rows.waiting, done };
}

/** The progress in a few words: "Running, 120 of 400, 3 failed". */
export function progressText(experiment: Pick<Experiment, "status" | "rows">): string {
  const { all, done } = rowTotals(experiment);
  const { status, rows } = experiment;
  const place =
    status === "queued" || (status === "completed" && done === all)
      ? counted(all, "row")
      : `${formatCount(done)} of ${formatCount(all)}`;
  const failed = rows.failed > 0 ? `, ${formatCount(rows.failed)} failed` : "";
  return `${STATUS_WORDS[status]}, ${place}${failed}`;
}
