import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format/number";
import type { CheckedGroup } from "@/lib/training/preflight";
import { numberText } from "@/lib/format/number-text";

import { AdvantageBars } from "./advantage-bars";

/** The columns of the groups; `largest` is the largest advantage of all. */
export function groupColumns(largest: number, onOpen?: (key: string) => void): DataColumns<CheckedGroup> {
  return [
    {
      id: "group",
      header: "Group",
      cell: (group) =>
        onOpen ? (
          <button
            type="button"
            className="max-w-full truncate text-left underline"
            onClick={() => onOpen(group.group.key)}
          >
            <Title group={group} />
          </button>
        ) : (
          <Title group={group} />
        ),
      size: 180,
      enableHiding: false,
      meta: { grow: true, raised: true, phone: { line: 1, grow: true } },
    },
    {
      id: "count",
      header: "Trajectories",
      cell: (group) => formatCount(group.trajectories.length),
      size: 92,
      meta: { align: "end", phone: { line: 1 } },
    },
    {
      id: "mean",
      header: "Mean",
      cell: (group) => group.statistics.count > 0 && numberText(group.statistics.mean),
      size: 76,
      meta: { align: "end" },
    },
    {
      id: "deviation",
      header: "Std. dev.",
      cell: (group) => group.statistics.count > 0 && numberText(group.statistics.deviation),
      size: 84,
      meta: { align: "end" },
    },
    {
      id: "advantages",
      header: "Advantages",
      cell: (group) => <AdvantageBars advantages={group.statistics.advantages} largest={largest} />,
      size: 140,
      meta: { phone: { line: 2, grow: true } },
    },
    {
      id: "notes",
      header: "Notes",
      cell: (group) => <Notes group={group} />,
      size: 250,
      meta: { phone: { line: 2 } },
    },
    {
      id: "place",
      header: "From",
      cell: (group) => <bdi className="text-muted">{group.group.place}</bdi>,
      size: 140,
    },
  ];
}

function Title({ group: { group, isSent } }: { group: CheckedGroup }) {
  return <bdi className={cn(!isSent && "text-muted")}>{group.title || group.place}</bdi>;
}

function Notes({
  group: {
    group: { repeated },
    statistics,
    isSent,
    missing,
  },
}: {
  group: CheckedGroup;
}) {
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden">
      {statistics.count > 0 && statistics.isFlat && <Badge>no reward variance</Badge>}
      {!isSent && <Badge>left out</Badge>}
      {missing > 0 && <Badge tone="warning">{formatCount(missing)} without reward</Badge>}
      {repeated > 0 && <Badge tone="warning">{formatCount(repeated)} repeated</Badge>}
    </span>
  );
}
