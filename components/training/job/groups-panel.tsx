"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { parseAsInteger } from "nuqs/server";
import { useMemo } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { SplitPanel } from "@/components/ui/split-panel";
import type { TrainingGroupRow, TrainingJob } from "@/lib/contract/training";
import { counted } from "@/lib/format/number";
import { trainingGroupsList } from "@/lib/queries/training";

import type { ConversationOf } from "../trajectory/conversation-of";
import { groupColumns } from "./group-columns";
import { GroupPeek } from "./group-peek";

interface GroupsPanelProps {
  job: TrainingJob;
  /** The address of a group, counted from one. */
  hrefOf: (place: number) => string;
  conversation: ConversationOf;
}

const noGroups: readonly TrainingGroupRow[] = [];
const peekWidth = 560;

/** The groups that a job is trained on; a click opens the trajectories of one. */
export function GroupsPanel({ job, hrefOf, conversation }: GroupsPanelProps) {
  // Counted from one, as on the screen.
  const [opened, setOpened] = useQueryState("group", parseAsInteger);
  const query = useInfiniteQuery(trainingGroupsList(job.id));
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? noGroups, [query.data]);
  const table = useDataTable({
    id: "job-groups",
    columns: groupColumns,
    rows,
    rowId: ({ index }) => String(index + 1),
  });
  const list = useList(query, rows);
  const open = (id: string | null) => void setOpened(id === null ? null : Number(id));
  return (
    <section aria-label="Groups" className="flex min-h-0 flex-1 flex-col">
      <p role="status" className="px-4 py-2 text-meta text-muted">
        {counted(job.groups, "group")}, in the order submitted. Groups with a standard deviation of 0 have no training
        effect.
      </p>
      <SplitPanel
        id="job-group"
        label="Group width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            table={table}
            label="Groups"
            list={list}
            skeletonRows={4}
            rowHref={({ index }) => hrefOf(index + 1)}
            peek={{ id: opened === null ? null : String(opened), onChange: open }}
            empty={null}
          />
        }
        end={
          opened !== null && opened >= 1 ? (
            <GroupPeek
              key={opened}
              jobId={job.id}
              index={opened - 1}
              conversation={conversation}
              onClose={() => open(null)}
            />
          ) : undefined
        }
      />
    </section>
  );
}
