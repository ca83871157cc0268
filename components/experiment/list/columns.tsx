import type { DataColumns } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { StatusIcon } from "@/components/ui/status-icon";
import { RelativeTime } from "@/components/ui/timestamp";
import { isPinned, type PinnedBaselines } from "@/lib/experiment/baseline";
import type { ListedExperiment } from "@/lib/experiment/listed";
import { listedModel } from "@/lib/experiment/listed-model";
import { runCost } from "@/lib/experiment/progress";
import { scoreText } from "@/lib/experiment/score-text";
import { summaryScores } from "@/lib/experiment/summary-scores";
import { costText } from "@/lib/format/cost-text";
import { durationParts } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import { unknownValue } from "@/lib/format/quantity";

import { BaselineMark } from "../baseline-mark";
import { experimentName } from "../experiment-name";
import { RunBar, RunStatus } from "../run/run-status";

/** What an experiment of the list is called. */
function listedName({ id, call, run }: ListedExperiment): string {
  return run?.definition.name ?? (call ? experimentName(call) : id);
}

/** The columns of the list; `pinned` are the baselines. */
export function experimentColumns(pinned: PinnedBaselines): DataColumns<ListedExperiment> {
  return [...head(pinned), ...others];
}

const head = (pinned: PinnedBaselines): DataColumns<ListedExperiment> => [
  {
    id: "status",
    header: () => <span className="sr-only">Status</span>,
    cell: ({ call, run }) => {
      if (run) return <RunStatus status={run.status} isIcon />;
      return call?.overview && <StatusIcon status={call.overview.status} isStale={call.overview.stale} />;
    },
    size: 36,
    enableHiding: false,
    meta: { phone: { line: 1 }, raised: true },
  },
  {
    id: "name",
    header: "Experiment",
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate font-medium" title={listedName(row)}>
          {listedName(row)}
        </bdi>
        {row.call && isPinned(pinned, row.call) && <BaselineMark />}
      </span>
    ),
    size: 200,
    enableHiding: false,
    meta: { primary: true, phone: { line: 1, grow: true } },
  },
];

const others: DataColumns<ListedExperiment> = [
  {
    id: "progress",
    header: "Progress",
    cell: ({ run }) =>
      run && (
        <span className="flex min-w-0 items-center gap-2">
          <RunBar run={run} className="w-32" />
          {run.rows.failed > 0 && (
            <span className="whitespace-nowrap text-error tabular-nums">{formatCount(run.rows.failed)} failed</span>
          )}
        </span>
      ),
    size: 220,
    meta: { phone: { line: 2 } },
  },
  {
    id: "model",
    header: "Model",
    cell: (row) => <bdi className="text-muted">{listedModel(row)}</bdi>,
    size: 160,
  },
  {
    id: "scores",
    header: "Reported scores",
    cell: ({ call }) => (
      <span className="tabular-nums">
        {summaryScores(call?.output).map(({ name, value, isRate, problems }, place) => (
          <span key={name}>
            {place > 0 && <span className="text-faint"> · </span>}
            <span className="text-muted">{name}</span> {value !== undefined && scoreText({ isRate }, value)}
            {problems && (
              <span title={problems.reason} className="text-error">
                {" "}
                no score for {counted(problems.count, "row")}
              </span>
            )}
          </span>
        ))}
      </span>
    ),
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
  {
    id: "latency",
    header: "Duration",
    cell: ({ call, run }) => <Quantity parts={durationParts(run ? run.duration_ms : call?.overview?.latency_ms)} />,
    size: 90,
    meta: { align: "end" },
  },
  {
    id: "cost",
    header: "Cost",
    cell: ({ call, run }) => (
      <span className="tabular-nums">
        {run
          ? runCost(run)
          : (costText(call?.overview?.total_cost, (call?.overview?.unpriced ?? 0) > 0) ?? unknownValue)}
      </span>
    ),
    size: 90,
    meta: { align: "end" },
  },
  {
    id: "started",
    header: "Started",
    cell: ({ call, run }) => {
      const at = run ? run.started_at : call?.started_at;
      return at === undefined ? <span className="text-muted">Not started</span> : <RelativeTime at={at} />;
    },
    size: 110,
    meta: { raised: true, phone: { line: 2 } },
  },
];
