import type { ReactNode } from "react";

import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import type { TrainingGroupRow } from "@/lib/contract/training";
import { byteParts, formatCount } from "@/lib/format/number";
import { Quantity } from "@/components/ui/quantity";
import { groupStatistics } from "@/lib/training/advantages";
import { numberText } from "@/lib/format/number-text";

import { RewardDots } from "./reward-dots";

const statisticsOf = ({ rewards }: TrainingGroupRow) => groupStatistics(rewards, { isScaled: true });

/** The columns of the groups that a job is trained on. */
export const groupColumns: DataColumns<TrainingGroupRow> = [
  {
    id: "index",
    header: "Group",
    cell: (row) => formatCount(row.index + 1),
    size: 70,
    enableHiding: false,
    meta: { align: "end", primary: true, phone: { line: 1 } },
  },
  {
    id: "trajectories",
    header: "Trajectories",
    cell: (row) => formatCount(row.rewards.length),
    size: 92,
    meta: { align: "end" },
  },
  {
    id: "mean",
    header: "Mean reward",
    cell: (row) => <OnPhone word="mean">{numberText(statisticsOf(row).mean)}</OnPhone>,
    size: 100,
    meta: { align: "end", phone: { line: 1, grow: true } },
  },
  {
    id: "deviation",
    header: "Std. dev.",
    cell: (row) => {
      const { isFlat, deviation } = statisticsOf(row);
      return isFlat ? <Badge>no reward variance</Badge> : <OnPhone word="std. dev.">{numberText(deviation)}</OnPhone>;
    },
    size: 150,
    meta: { align: "end", phone: { line: 1 } },
  },
  {
    id: "spread",
    header: "Reward distribution",
    cell: (row) => <RewardDots rewards={row.rewards} />,
    size: 180,
    meta: { phone: { line: 2 } },
  },
  {
    id: "rewards",
    header: "Rewards",
    cell: (row) => <span className="text-muted tabular-nums">{rewardWords(row.rewards)}</span>,
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
  {
    id: "size",
    header: "Size",
    cell: (group) => <Quantity parts={byteParts(group.end - group.start)} />,
    size: 90,
    meta: { align: "end" },
  },
];

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
