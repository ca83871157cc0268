"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Trophy } from "lucide-react";
import Link from "next/link";
import { useEffect, useMemo } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { datasetOf } from "@/lib/experiment/baseline";
import { leaderboards, rankedBy } from "@/lib/experiment/leaderboard";
import type { ListedExperiment } from "@/lib/experiment/listed";
import { experimentsPath } from "@/lib/format/address";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { counted } from "@/lib/format/number";
import { type ListPage, uniqueRows } from "@/lib/live/list-pages";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { experimentsList } from "@/lib/queries/experiments";

import { COMPARED_EXPERIMENTS } from "../compare/use-compare-state";
import { boardColumns, scoreOfColumn, sortOf } from "./board-columns";
import { useBoardState } from "./use-board-state";

const noPages: readonly ListPage<ListedExperiment>[] = [];
const idOf = ({ id }: { id: string }) => id;
const readPages = 10;

/** The models of one evaluation, each version with its newest experiment, ranked by a score. */
export function LeaderboardScreen({ projectId }: { projectId: string }) {
  const [view, setView] = useBoardState();
  const query = useInfiniteQuery(experimentsList(projectId));
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const pages = query.data?.pages ?? noPages;
  // A model's place is known once all its experiments are.
  const wantsMore = hasNextPage && !isFetching && pages.length < readPages;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  const experiments = useMemo(() => uniqueRows({ idOf }, pages), [pages]);
  const boards = useMemo(() => leaderboards(experiments), [experiments]);
  const board = boards.find(({ key }) => key === view.evaluation) ?? boards[0];
  const by = board?.scores.find(({ name }) => name === view.by)?.name ?? board?.scores[0]?.name ?? "";
  const rows = useMemo(() => rankedBy(board?.rows ?? [], by, view.direction), [board, by, view.direction]);
  const { data: pinned } = useQuery(pinnedBaselines(projectId));
  const columns = useMemo(() => {
    const byScore = board && pinned?.get(datasetOf(board.evaluation));
    return boardColumns(board?.scores ?? [], new Set(byScore?.values()));
  }, [board, pinned]);
  const list = useList(query, experiments);
  const table = useDataTable({
    id: "leaderboard",
    columns,
    rows,
    rowId: idOf,
    sort: sortOf(by, view.direction),
    onSortChange: ({ id, direction }) => {
      const score = scoreOfColumn(id);
      if (score !== undefined) void setView({ by: score, direction });
    },
  });
  return (
    <section aria-labelledby="leaderboard" className="flex h-full min-h-0 flex-col">
      <h1 id="leaderboard" className="sr-only">
        Leaderboard
      </h1>
      {board && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <Select
            aria-label="Evaluation"
            options={boards.map(({ key, name }) => ({ value: key, label: name }))}
            value={board.key}
            onValueChange={(evaluation) => void setView({ evaluation, by: null })}
            className="max-w-72"
          />
          <p role="status" className="min-w-0 flex-1 text-meta text-muted">
            {counted(rows.length, "model")}
            {hasNextPage && `, of the newest ${counted(experiments.length, "experiment")}`}
          </p>
          <Link
            href={comparedExperimentsPath(projectId, rows.slice(0, COMPARED_EXPERIMENTS).map(idOf))}
            prefetch={false}
            className={buttonClass()}
          >
            <GitCompareArrows aria-hidden className="size-3.5 shrink-0" />
            {rows.length > COMPARED_EXPERIMENTS ? `Compare the first ${COMPARED_EXPERIMENTS}` : "Compare"}
          </Link>
        </div>
      )}
      <ListScreen
        table={table}
        label="Leaderboard"
        list={list}
        skeletonRows={6}
        rowHref={({ id }) => comparedExperimentsPath(projectId, [id])}
        empty={
          <EmptyState
            icon={Trophy}
            title="No leaderboard yet"
            description="Once experiments over the same rows with the same scorers have ended, their models are ranked here."
          >
            <Link href={experimentsPath(projectId)} className={buttonClass()}>
              Experiments
            </Link>
          </EmptyState>
        }
      />
    </section>
  );
}
