"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useGoTo } from "@/components/ui/use-go-to";
import { useNow } from "@/components/ui/use-now";
import type { TrainingJob } from "@/lib/contract/training";
import { newTrainingPath, trainingJobPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { trainedModelsList, trainingJobsList, trainingRunner } from "@/lib/queries/training";
import { useMay } from "@/lib/queries/use-may";

import { JOB_STATUSES, statusWord } from "../job-status";
import { NewJobLink } from "../new-job-link";
import { RunnerSetup } from "../runner-setup";
import { jobColumns } from "./columns";
import { NoJobs } from "./no-jobs";
import { useJobsView } from "./use-jobs-view";

const noJobs: readonly TrainingJob[] = [];
const statuses = [
  { value: "", label: "All statuses" },
  ...JOB_STATUSES.map((status) => ({ value: status, label: statusWord(status) })),
];

/** The jobs of a project, newest first, updated live. */
export function JobList({ projectId }: { projectId: string }) {
  const goTo = useGoTo();
  const [view, change] = useJobsView();
  const now = useNow();
  const mayTrain = useMay(projectId, "member");
  const query = useInfiniteQuery(trainingJobsList({ projectId, view }));
  const { data: models } = useQuery(trainedModelsList(projectId));
  const { data: runner } = useQuery(trainingRunner());
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? noJobs, [query.data]);
  const list = useList(query, rows);
  const columns = useMemo(() => jobColumns(now), [now]);
  const table = useDataTable({ id: "training-jobs", columns, rows, rowId: ({ id }) => id });
  useShortcuts("Training", [
    {
      keys: "n",
      description: "New job",
      run: () => {
        if (mayTrain) goTo(newTrainingPath(projectId));
      },
    },
  ]);

  const isFiltered = view.status !== null || view.model !== null || view.call !== null;
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
            {list.hasMore ? "+" : ""} {rows.length === 1 ? "job" : "jobs"}
          </p>
          <ColumnsMenu table={table} />
          <NewJobLink projectId={projectId} />
        </div>
      )}
      {waits && (
        <InlineBanner tone="warning" className="mx-4 mb-2">
          <RunnerSetup />
        </InlineBanner>
      )}
      <ListScreen
        table={table}
        label="Jobs"
        list={list}
        skeletonRows={6}
        rowHref={({ id }) => trainingJobPath(projectId, id)}
        empty={<NoJobs projectId={projectId} view={view} onChange={change} />}
      />
    </section>
  );
}
