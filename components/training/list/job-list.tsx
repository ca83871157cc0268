"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { DataTable } from "@/components/data-table/data-table";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useNow } from "@/components/ui/use-now";
import type { TrainingJob } from "@/lib/contract/training";
import { newTrainingPath, trainingJobPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { trainedModelsList, trainingJobsList, trainingRunner } from "@/lib/queries/training";
import { useMay } from "@/lib/queries/use-may";

import { JOB_STATUSES, statusWord } from "../job-status";
import { NewJobLink } from "../new-job-link";
import { jobColumns } from "./columns";
import { NoJobs } from "./no-jobs";
import { useJobsView } from "./use-jobs-view";

const none: readonly TrainingJob[] = [];
const statuses = [
  { value: "", label: "All statuses" },
  ...JOB_STATUSES.map((status) => ({ value: status, label: statusWord(status) })),
];

/** The jobs of a project, newest first; they move on by themselves. */
export function JobList({ projectId }: { projectId: string }) {
  const router = useRouter();
  const [view, change] = useJobsView();
  const now = useNow();
  const mayTrain = useMay(projectId, "member");
  const list = useInfiniteQuery(trainingJobsList({ projectId, view }));
  const { data: models } = useQuery(trainedModelsList(projectId));
  const { data: runner } = useQuery(trainingRunner());
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? none, [list.data]);
  const columns = useMemo(() => jobColumns(now), [now]);
  const table = useDataTable({ id: "training-jobs", columns, rows, rowId: ({ id }) => id });
  useShortcuts("Training", [
    {
      keys: "n",
      description: "New job",
      run: () => {
        if (mayTrain) router.push(newTrainingPath(projectId));
      },
    },
  ]);

  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, error } = list;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isFiltered = view.status !== null || view.model !== null || view.call !== null;
  const isReading = isFetching && (rows.length === 0 || isFetchingNextPage);
  const waits = runner && runner.runner === undefined && rows.some(({ status }) => status === "queued");
  return (
    <section aria-label="Jobs" className="flex h-full min-h-0 flex-col">
      {(rows.length > 0 || isFiltered) && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <Select
            aria-label="Status"
            options={statuses}
            value={view.status ?? ""}
            onValueChange={(word) => change({ status: JOB_STATUSES.find((status) => status === word) ?? null })}
          />
          <Select
            aria-label="Model"
            options={[
              { value: "", label: "All models" },
              ...(models ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={view.model ?? ""}
            onValueChange={(id) => change({ model: id === "" ? null : id })}
            className="max-w-56"
          />
          {view.call !== null && (
            <Button size="small" icon={X} onClick={() => change({ call: null })}>
              trained on call {shortenMiddle(view.call, 20)}
            </Button>
          )}
          <p role="status" className="ml-auto text-meta text-muted">
            {formatCount(rows.length)}
            {hasNextPage ? "+" : ""} {rows.length === 1 ? "job" : "jobs"}
          </p>
          <ColumnsMenu table={table} />
          <NewJobLink projectId={projectId} />
        </div>
      )}
      {waits && (
        <InlineBanner tone="warning" className="mx-4 mb-2">
          Nothing runs jobs here: they wait until the service is started with <code>LOUPE_TRAINING_RUNNER</code>.
        </InlineBanner>
      )}
      {error && rows.length > 0 && (
        <InlineBanner
          tone="error"
          className="mx-4 mb-2"
          action={
            <Button size="small" busy={isFetching} onClick={() => void list.refetch()}>
              Retry
            </Button>
          }
        >
          What is shown may be out of date: {error.message}
        </InlineBanner>
      )}
      <div aria-busy={list.isPlaceholderData} className="flex min-h-0 flex-1 flex-col aria-busy:opacity-50">
        {error && rows.length === 0 ? (
          <ErrorState title={error.message} error={error} onRetry={() => void list.refetch()} retrying={isFetching} />
        ) : (
          <DataTable
            table={table}
            label="Jobs"
            hasMore={hasNextPage}
            rowHref={({ id }) => trainingJobPath(projectId, id)}
            onEndReached={readMore}
            footer={
              isReading ? (
                <TableSkeleton rows={rows.length === 0 ? 6 : 3} label="Reading jobs" />
              ) : (
                rows.length === 0 && <NoJobs projectId={projectId} view={view} onChange={change} />
              )
            }
          />
        )}
      </div>
    </section>
  );
}
