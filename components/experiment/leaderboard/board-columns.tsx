import type { DataColumns } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { RelativeTime } from "@/components/ui/timestamp";
import type { Board, BoardRow } from "@/lib/experiment/leaderboard";
import { scoreText } from "@/lib/experiment/score-text";
import type { SummaryScore } from "@/lib/experiment/summary-scores";
import { costText } from "@/lib/format/cost-text";
import { durationParts } from "@/lib/format/duration";
import { counted, formatCount } from "@/lib/format/number";
import { unknownValue } from "@/lib/format/quantity";

import { BaselineMark } from "../baseline-mark";

const modelColumn = (baselines: ReadonlySet<string>): DataColumns<BoardRow>[number] => ({
  id: "model",
  header: "Model",
  cell: ({ id, model, experiments }) => (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate font-medium">{model}</bdi>
      {experiments.some((one) => baselines.has(one)) && <BaselineMark isEarlier={!baselines.has(id)} />}
    </span>
  ),
  size: 280,
  enableHiding: false,
  meta: { primary: true, phone: { line: 1, grow: true } },
});

const others: DataColumns<BoardRow> = [
  {
    id: "answered",
    header: "Answered",
    cell: ({ answered }) => (
      <span className="tabular-nums">
        {answered ? `${formatCount(answered.count)} of ${formatCount(answered.of)}` : unknownValue}
      </span>
    ),
    size: 100,
    meta: { align: "end" },
  },
  {
    id: "latency",
    header: "Latency",
    cell: ({ latencyMs }) => <Quantity parts={durationParts(latencyMs)} />,
    size: 100,
    meta: { align: "end" },
  },
  {
    id: "cost",
    header: "Cost",
    cell: ({ call: { overview } }) => (
      <span className="tabular-nums">
        {costText(overview?.total_cost, (overview?.unpriced ?? 0) > 0) ?? unknownValue}
      </span>
    ),
    size: 100,
    meta: { align: "end" },
  },
  {
    id: "experiments",
    header: "Experiments",
    cell: ({ experiments }) => <span className="tabular-nums">{formatCount(experiments.length)}</span>,
    size: 100,
    meta: { align: "end" },
  },
  {
    id: "started",
    header: "Newest",
    cell: ({ call }) => <RelativeTime at={call.started_at} />,
    size: 110,
    meta: { raised: true, phone: { line: 2 } },
  },
];

/** A column for each score between the model and what it took. `baselines` are the ids of those that are pinned. */
export function boardColumns(scores: Board["scores"], baselines: ReadonlySet<string>): DataColumns<BoardRow> {
  return [
    modelColumn(baselines),
    ...scores.map(({ name, isRate }, place): DataColumns<BoardRow>[number] => ({
      id: scoreColumn(name),
      header: name,
      cell: (row) => <BoardScore isRate={isRate} score={row.scores.get(name)} />,
      size: 120,
      meta: { align: "end", sort: "desc", ...(place === 0 ? { phone: { line: 2 as const, grow: true } } : {}) },
    })),
    ...others,
  ];
}

function BoardScore({ isRate, score }: { isRate: boolean; score: SummaryScore | undefined }) {
  const { value, problems } = score ?? {};
  if (problems && value === undefined)
    return (
      <span title={problems.reason} className="text-error">
        No score
      </span>
    );
  const title = problems && `No score for ${counted(problems.count, "result")}: ${problems.reason}`;
  return (
    <span title={title} className="tabular-nums">
      {scoreText({ isRate }, value)}
      {problems && <span className="text-error"> !</span>}
    </span>
  );
}

const SCORE = "score:";

const scoreColumn = (name: string): string => `${SCORE}${name}`;

/** The score of a column; undefined for another one. */
export function scoreOfColumn(id: string): string | undefined {
  return id.startsWith(SCORE) ? id.slice(SCORE.length) : undefined;
}

/** How a table is sorted by a score. */
export const sortOf = (score: string, direction: "asc" | "desc") => ({ id: scoreColumn(score), direction });
