import type { DataColumns } from "@/components/data-table/column";
import { Quantity } from "@/components/ui/quantity";
import { RelativeTime } from "@/components/ui/timestamp";
import type { Board, BoardRow } from "@/lib/experiment/leaderboard";
import { scoreText } from "@/lib/experiment/score-text";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";

import { BaselineMark } from "../baseline-mark";

const modelColumn = (baseline: string | undefined): DataColumns<BoardRow>[number] => ({
  id: "model",
  header: "Model",
  cell: ({ id, model, experiments }) => (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate font-medium">{model}</bdi>
      {baseline !== undefined && experiments.includes(baseline) && <BaselineMark isEarlier={id !== baseline} />}
    </span>
  ),
  size: 280,
  enableHiding: false,
  meta: { primary: true, phone: { line: 1, grow: true } },
});

const others: DataColumns<BoardRow> = [
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
    cell: ({ call }) => <span className="tabular-nums">{formatAmounts(call.overview?.total_cost)}</span>,
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

/** A column for each score between the model and what it took. `baseline` is the id of the pinned one. */
export function boardColumns(scores: Board["scores"], baseline: string | undefined): DataColumns<BoardRow> {
  return [
    modelColumn(baseline),
    ...scores.map(({ name, isRate }, place): DataColumns<BoardRow>[number] => ({
      id: scoreColumn(name),
      header: name,
      cell: (row) => <span className="tabular-nums">{scoreText({ isRate }, row.scores.get(name)?.value)}</span>,
      size: 120,
      meta: { align: "end", sort: "desc", ...(place === 0 ? { phone: { line: 2 as const, grow: true } } : {}) },
    })),
    ...others,
  ];
}

const SCORE = "score:";

const scoreColumn = (name: string): string => `${SCORE}${name}`;

/** The score of a column; undefined for another one. */
export function scoreOfColumn(id: string): string | undefined {
  return id.startsWith(SCORE) ? id.slice(SCORE.length) : undefined;
}

/** How a table is sorted by a score. */
export const sortOf = (score: string, direction: "asc" | "desc") => ({ id: scoreColumn(score), direction });
