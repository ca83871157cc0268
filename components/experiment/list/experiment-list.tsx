"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Plus, TestTube, Trophy } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button, buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { PinnedBaselines } from "@/lib/experiment/baseline";
import type { ListedExperiment } from "@/lib/experiment/listed";
import { comparedExperimentsPath, leaderboardPath, newExperimentPath } from "@/lib/format/experiment-address";
import { counted } from "@/lib/format/number";
import { type ListPage, uniqueRows } from "@/lib/live/list-pages";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { experimentsList } from "@/lib/queries/experiments";
import { useMay } from "@/lib/queries/use-may";

import { COMPARED_EXPERIMENTS } from "../compare/use-compare-state";
import { experimentColumns } from "./columns";

const noPages: readonly ListPage<ListedExperiment>[] = [];
const nonePinned: PinnedBaselines = new Map();
const idOf = ({ id }: ListedExperiment) => id;
const program = `evaluation = weave.Evaluation(dataset=dataset, scorers=[exact_match])
await evaluation.evaluate(model)`;

/** The experiments of a project; some of them are selected to be compared. */
export function ExperimentList({ projectId }: { projectId: string }) {
  const router = useRouter();
  const query = useInfiniteQuery(experimentsList(projectId));
  const rows = useMemo(() => uniqueRows({ idOf }, query.data?.pages ?? noPages), [query.data]);
  const list = useList(query, rows);
  const { data: pinned = nonePinned } = useQuery(pinnedBaselines(projectId));
  const columns = useMemo(() => experimentColumns(pinned), [pinned]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const table = useDataTable({
    id: "experiments",
    columns,
    rows,
    rowId: idOf,
    selection: { ids: selected, onChange: setSelected },
  });
  // The oldest is the first, and so the baseline.
  const chosen = rows
    .filter(({ id, call }) => selected.has(id) && call !== undefined)
    .map(({ id }) => id)
    .toReversed();
  const isTooMany = chosen.length > COMPARED_EXPERIMENTS;
  const mayCompare = chosen.length > 1 && !isTooMany;
  const compare = () => {
    if (mayCompare) router.push(comparedExperimentsPath(projectId, chosen));
  };
  useShortcuts("Experiments", [{ keys: "c", description: "Compare selected experiments", run: compare }]);
  const mayRun = useMay(projectId, "member");
  const toNew = mayRun && (
    <Link href={newExperimentPath(projectId)} prefetch={false} className={buttonClass("primary")}>
      <Plus aria-hidden className="size-3.5 shrink-0" />
      New experiment
    </Link>
  );
  return (
    <section aria-labelledby="experiments" className="flex h-full min-h-0 flex-col">
      <h1 id="experiments" className="sr-only">
        Experiments
      </h1>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <p role="status" className="min-w-0 flex-1 text-meta text-muted">
            {counted(rows.length, "experiment")}
            {list.hasMore && ", and more"}
            {chosen.length > 0 && ` · ${chosen.length} selected`}
          </p>
          <Link href={leaderboardPath(projectId)} prefetch={false} className={buttonClass()}>
            <Trophy aria-hidden className="size-3.5 shrink-0" />
            Leaderboard
          </Link>
          <Button
            icon={GitCompareArrows}
            disabled={!mayCompare}
            title={
              isTooMany
                ? `At most ${COMPARED_EXPERIMENTS} experiments can be compared`
                : mayCompare
                  ? undefined
                  : "Select two or more experiments (x)"
            }
            onClick={compare}
          >
            Compare
          </Button>
          {toNew}
        </div>
      )}
      <ListScreen
        table={table}
        label="Experiments"
        list={list}
        skeletonRows={6}
        rowHref={({ id }) => comparedExperimentsPath(projectId, [id])}
        empty={
          <EmptyState
            icon={TestTube}
            title="No experiments yet"
            description="An experiment runs a model or prompt over the rows of a dataset and scores each output. Run one here, or with W&B Weave's SDKs, whose evaluations are listed too."
          >
            {toNew}
            <CodeBlock label="Python" code={program} className="w-full" />
          </EmptyState>
        }
      />
    </section>
  );
}
