import type { Experiment, ExperimentStatus } from "@/lib/contract/experiments";
import { costText } from "@/lib/format/cost-text";
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

/** The progress in a few words: "Running, 120 of 400, 3 failed, 5 without a score". */
export function progressText(experiment: Pick<Experiment, "status" | "rows" | "unscored">): string {
  const { all, done } = rowTotals(experiment);
  const { status, rows } = experiment;
  const place =
    status === "queued" || (status === "completed" && done === all)
      ? counted(all, "row")
      : `${formatCount(done)} of ${formatCount(all)}`;
  const failed = rows.failed > 0 ? `, ${formatCount(rows.failed)} failed` : "";
  const unscored = experiment.unscored > 0 ? `, ${formatCount(experiment.unscored)} without a score` : "";
  return `${STATUS_WORDS[status]}, ${place}${failed}${unscored}`;
}

/** What its completions cost; `no price` instead of `$0` if none of them has one. */
export function runCost({ cost_usd: cost, unpriced }: Pick<Experiment, "cost_usd" | "unpriced">): string {
  const amounts = cost > 0 || unpriced === 0 ? { USD: cost } : undefined;
  return costText(amounts, unpriced > 0) ?? "";
}
