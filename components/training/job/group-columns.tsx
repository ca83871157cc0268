import type { ReactNode } from "react";

import { columnsOf } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import type { TrainingGroupRow } from "@/lib/contract/training";
import { byteParts, formatCount } from "@/lib/format/number";
import { Quantity } from "@/components/ui/quantity";
import { groupStatistics } from "@/lib/training/advantages";
import { numberText } from "@/lib/format/number-text";

import { RewardDots } from "./reward-dots";

const column = columnsOf<TrainingGroupRow>();

const statisticsOf = ({ rewards }: TrainingGroupRow) => groupStatistics(rewards, { isScaled: true });

/** The columns of the groups that a job is trained on. */
export const groupColumns = column.columns([
  column.display({
    id: "index",
    header: "Group",
    cell: ({ row }) => formatCount(row.original.index + 1),
    size: 70,
    enableHiding: false,
    meta: { align: "end", primary: true, phone: { line: 1 } },
  }),
  column.display({
    id: "trajectories",
    header: "Trajectories",
    cell: ({ row }) => formatCount(row.original.rewards.length),
    size: 92,
    meta: { align: "end" },
  }),
  column.display({
    id: "mean",
    header: "Mean reward",
    cell: ({ row }) => <OnPhone word="mean">{numberText(statisticsOf(row.original).mean)}</OnPhone>,
    size: 100,
    meta: { align: "end", phone: { line: 1, grow: true } },
  }),
  column.display({
    id: "deviation",
    header: "Deviation",
    cell: ({ row }) => {
      const { isFlat, deviation } = statisticsOf(row.original);
      return isFlat ? <Badge>no variance</Badge> : <OnPhone word="deviation">{numberText(deviation)}</OnPhone>;
    },
    size: 120,
    meta: { align: "end", phone: { line: 1 } },
  }),
  column.display({
    id: "spread",
    header: "Rewards, lowest to highest",
    cell: ({ row }) => <RewardDots rewards={row.original.rewards} />,
    size: 180,
    meta: { phone: { line: 2 } },
  }),
  column.display({
    id: "rewards",
    header: "Rewards",
    cell: ({ row }) => <span className="text-muted tabular-nums">{rewardWords(row.original.rewards)}</span>,
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  }),
  column.display({
    id: "size",
    header: "Size",
    cell: ({ row: { original: group } }) => <Quantity parts={byteParts(group.end - group.start)} />,
    size: 90,
    meta: { align: "end" },
  }),
]);

/** On a phone, where there is no header, a number with its label. */
function OnPhone({ word, children }: { word: string; children: ReactNode }) {
  return (
    <>
      <span className="font-normal text-muted sm:hidden">{word} </span>
      {children}
    </>
  );
}

const shownRewards = 40;

function rewardWords(rewards: readonly number[]): string {
  const words = rewards.slice(0, shownRewards).map(numberText).join("  ");
  return rewards.length > shownRewards ? `${words} …` : words;
}
