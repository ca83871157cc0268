"use client";

import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { DataTable } from "@/components/data-table/data-table";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { SearchBox } from "@/components/ui/search-box";
import { useNow } from "@/components/ui/use-now";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { amountsDecimals } from "@/lib/format/money";
import { allPrices } from "@/lib/queries/costs";
import { modelsList } from "@/lib/queries/models";
import { feedbackByModel, OBSERVED_DAYS, observedModels } from "@/lib/queries/observed-models";
import { trainedHere } from "@/lib/queries/training";

import { modelColumns } from "./columns";
import { joinModels, type ModelRow } from "./join-models";

const BeginWithModels = dynamic(
  async () => (await import("@/components/parameters/begin-with-models")).BeginWithModels,
  {
    ssr: false,
  },
);

const noModels: readonly ModelRow[] = [];
const noJobs: ReadonlyMap<string, string> = new Map();
const refreshMs = 15_000;

/** The available models, their prices, and their use in this project. */
export function ModelsScreen({ projectId }: { projectId: string }) {
  const zone = useTimeZone();
  const now = useNow();
  const [q, setQ] = useQueryState("q", parseAsString.withDefault(""));
  const callable = useQuery({ ...modelsList(projectId), refetchInterval: refreshMs });
  const observed = useQuery(observedModels(projectId, zone));
  const { data: prices } = useQuery(allPrices(projectId));
  const { data: feedback } = useQuery(feedbackByModel(projectId));
  const isReading = callable.isPending || observed.isPending;
  const rows = useMemo(() => {
    if (isReading) return noModels;
    const all = joinModels({
      callable: callable.data ?? [],
      prices: prices ?? [],
      stats: observed.data,
      feedback: feedback ?? new Map(),
      now: new Date(now).toISOString(),
    });
    const words = q.toLowerCase().split(/\s+/);
    return all.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
  }, [isReading, callable.data, prices, observed.data, feedback, q, now]);
  const since = observed.data?.buckets[0]?.start;
  const { data: madeBy = noJobs } = useQuery(trainedHere(projectId));
  const spentDecimals = useMemo(() => amountsDecimals(rows.map((row) => row.observed?.total_cost)), [rows]);
  const columns = useMemo(
    () => modelColumns({ projectId, since, zone, madeBy, spentDecimals }),
    [projectId, since, zone, madeBy, spentDecimals],
  );
  const table = useDataTable({ id: "models", columns, rows, rowId: (row) => row.id });

  if (callable.error && !callable.data && observed.error) {
    const { error } = callable;
    return (
      <ErrorState
        isPage
        title={error.message}
        error={error}
        onRetry={() => void Promise.all([callable.refetch(), observed.refetch()])}
        retrying={callable.isFetching}
      />
    );
  }
  if (!isReading && rows.length === 0 && q === "") return <NoModels projectId={projectId} />;
  return (
    <section aria-labelledby="models" className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 pb-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 id="models" className="text-title font-semibold">
            Models
          </h1>
          <p className="text-muted">
            Models available to call and models used in recorded calls, with their usage and feedback over the last{" "}
            {OBSERVED_DAYS} days.
          </p>
        </div>
        <SearchBox
          id="model-search"
          label="Search models"
          text={q}
          onSearch={(text) => void setQ(text)}
          className="w-60 max-sm:w-full"
        />
        <ColumnsMenu table={table} />
      </header>
      {callable.error && (
        <InlineBanner tone="warning" className="mx-4 mb-2">
          Could not list the available models: {callable.error.message}
        </InlineBanner>
      )}
      {!isReading && callable.data?.length === 0 && (
        <InlineBanner className="mx-4 mb-2">
          <p className="pb-2">No model can be called now; those below appear in recorded calls.</p>
          <BeginWithModels projectId={projectId} />
        </InlineBanner>
      )}
      {observed.error && (
        <InlineBanner tone="warning" className="mx-4 mb-2">
          Could not load model usage: {observed.error.message}
        </InlineBanner>
      )}
      <DataTable
        table={table}
        label="Models"
        footer={
          isReading ? (
            <TableSkeleton rows={6} label="Loading models" />
          ) : rows.length === 0 ? (
            <p className="px-4 py-6 text-muted">No models match “{q}”.</p>
          ) : undefined
        }
      />
    </section>
  );
}

/** How to begin. */
function NoModels({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      isPage
      icon={Cpu}
      title="No models yet"
      description="Use a model server on the service's machine, such as Ollama, or add any server with OpenAI's interface, such as OpenAI's own. Models of recorded calls also appear here, with their latency, errors and cost."
    >
      <BeginWithModels projectId={projectId} />
    </EmptyState>
  );
}
