import { columnsOf } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/lib/format/number";
import type { CheckedGroup } from "@/lib/training/preflight";
import { numberText } from "@/lib/format/number-text";

import { AdvantageBars } from "./advantage-bars";

const column = columnsOf<CheckedGroup>();

/** The columns of the groups that may be sent; `largest` is the largest advantage of all. */
export function groupColumns(largest: number, onOpen?: (key: string) => void) {
  return column.columns([
    column.display({
      id: "group",
      header: "Group",
      cell: ({ row: { original } }) =>
        onOpen ? (
          <button
            type="button"
            className="max-w-full truncate text-left underline"
            onClick={() => onOpen(original.group.key)}
          >
            <Title group={original} />
          </button>
        ) : (
          <Title group={original} />
        ),
      size: 180,
      enableHiding: false,
      meta: { grow: true, raised: true, phone: { line: 1, grow: true } },
    }),
    column.display({
      id: "count",
      header: "Trajectories",
      cell: ({ row: { original } }) => formatCount(original.trajectories.length),
      size: 92,
      meta: { align: "end", phone: { line: 1 } },
    }),
    column.display({
      id: "mean",
      header: "Mean",
      cell: ({ row: { original } }) => original.statistics.count > 0 && numberText(original.statistics.mean),
      size: 76,
      meta: { align: "end" },
    }),
    column.display({
      id: "deviation",
      header: "Deviation",
      cell: ({ row: { original } }) => original.statistics.count > 0 && numberText(original.statistics.deviation),
      size: 84,
      meta: { align: "end" },
    }),
    column.display({
      id: "advantages",
      header: "Advantages",
      cell: ({ row: { original } }) => <AdvantageBars advantages={original.statistics.advantages} largest={largest} />,
      size: 140,
      meta: { phone: { line: 2, grow: true } },
    }),
    column.display({
      id: "notes",
      header: "Notes",
      cell: ({ row: { original } }) => <Notes group={original} />,
      size: 190,
      meta: { phone: { line: 2 } },
    }),
    column.display({
      id: "place",
      header: "From",
      cell: ({ row: { original } }) => <bdi className="text-muted">{original.group.place}</bdi>,
      size: 140,
    }),
  ]);
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
      {statistics.count > 0 && statistics.isFlat && <Badge>no variance</Badge>}
      {!isSent && <Badge>left out</Badge>}
      {missing > 0 && <Badge tone="warning">{formatCount(missing)} unscored</Badge>}
      {repeated > 0 && <Badge tone="warning">{formatCount(repeated)} repeated</Badge>}
    </span>
  );
}
