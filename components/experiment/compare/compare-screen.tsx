"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useDeferredValue, useMemo } from "react";

import { DataTable } from "@/components/data-table/data-table";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Select } from "@/components/ui/select";
import { missingBaselines, type PinnedBaselines } from "@/lib/experiment/baseline";
import type { ComparedExample } from "@/lib/experiment/compare";
import { callPath, comparePath, experimentsPath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { pinnedBaselines } from "@/lib/queries/baselines";
import { useMay } from "@/lib/queries/use-may";

import { experimentName } from "../experiment-name";
import { useRuns } from "../run/use-runs";
import { exampleColumns } from "./example-columns";
import { orderExamples } from "./order-examples";
import { SummaryTable } from "./summary-table";
import { COMPARED_EXPERIMENTS, EXAMPLE_ORDERS, useCompareState } from "./use-compare-state";
import { useCompared } from "./use-compared";

// Those of programs have none.
const RunHeader = dynamic(async () => (await import("../run/run-header")).RunHeader, { ssr: false });
// Mostly not shown.
const MissingBaseline = dynamic(async () => (await import("./missing-baseline")).MissingBaseline, { ssr: false });

const noBaselines: PinnedBaselines = new Map();
const orderWords = { dataset: "Dataset order", loss: "Largest loss first", gain: "Largest gain first" };
const orders = EXAMPLE_ORDERS.map((value) => ({ value, label: orderWords[value] }));

/** One experiment with its results, or several side by side: a summary, and the examples one by one. */
export function CompareScreen({ projectId }: { projectId: string }) {
  const [{ ids: asked, base: baseId, score: chosen, order }, setState] = useCompareState();
  const ids = useMemo(() => [...new Set(asked)].slice(0, COMPARED_EXPERIMENTS), [asked]);
  const { runs, isLive, isReading: isReadingRuns } = useRuns(projectId, ids);
  const run = ids.length === 1 ? runs[0] : undefined;
  const { data: pinned = noBaselines } = useQuery(pinnedBaselines(projectId));
  const mayPin = useMay(projectId, "member");
  const compared = useCompared({ projectId, ids, baseId, chosenScore: chosen, pinned, isLive });
  const { rows, base, examples, scores, score, error, retry } = compared;
  // Once everything is read, what is shown is rendered in slices: all at once, thousands of results are a long task.
  const wasReading = useDeferredValue(compared.isReading);
  const isReading = compared.isReading || wasReading;
  const shown = useMemo(
    () => orderExamples(examples, { order, base, values: score?.values }),
    [examples, order, base, score],
  );
  const isOne = rows.length === 1;
  const { values, below } = compared;
  const columns = useMemo(
    () => exampleColumns({ rows, base, values, below }, score),
    [rows, base, values, below, score],
  );
  const table = useDataTable({
    id: "experiment-examples",
    columns,
    rows: shown,
    rowId: ({ key }) => key,
  });
  const back = (
    <Link href={experimentsPath(projectId)} className={buttonClass()}>
      All experiments
    </Link>
  );
  if (error && rows.length === 0)
    return (
      <ErrorState
        isPage
        title="Could not load the experiments"
        description={error.message}
        error={error}
        onRetry={retry}
      />
    );
  if (rows.length === 0 && runs.length === 0 && (ids.length === 0 || !(isReading || isReadingRuns)))
    return (
      <EmptyState
        isPage
        title={ids.length === 0 ? "No experiments selected" : "Experiments not found"}
        description={
          ids.length === 0
            ? "Select two or more in the list of experiments to compare them."
            : "They may have been deleted, or the link may be incomplete."
        }
      >
        {back}
      </EmptyState>
    );
  // One that was started has a call once its first row is sent.
  const waiting = runs.filter(({ id }) => rows.every((row) => row.id !== id));
  const [otherBaseline] = missingBaselines(rows, pinned, score?.name ?? "");
  const missing = isReading || isReadingRuns ? 0 : ids.length - rows.length - waiting.length;
  const [first] = rows;
  return (
    <section aria-labelledby="experiments" className="flex h-full min-h-0 flex-col">
      <h1 id="experiments" className="truncate px-4 pt-3 text-title font-semibold">
        {run?.definition.name ?? (isOne && first ? experimentName(first) : "Compare experiments")}
      </h1>
      {run && <RunHeader projectId={projectId} run={run} />}
      {missing > 0 && (
        <InlineBanner tone="warning">
          {missing === 1
            ? "1 experiment of this comparison no longer exists."
            : `${counted(missing, "experiment")} of this comparison no longer exist.`}
        </InlineBanner>
      )}
      {error && <InlineBanner tone="error">Some results could not be loaded: {error.message}</InlineBanner>}
      {!run && rows.length > 0 && waiting.length > 0 && (
        <InlineBanner>No row sent yet in {counted(waiting.length, "experiment")} of this comparison.</InlineBanner>
      )}
      {runs.length > 0 && rows.length === 0 ? (
        <p className="p-4 text-muted">
          {isLive ? "No rows have been sent yet. Results appear here." : "No rows were sent."}
        </p>
      ) : isReading ? (
        <TableSkeleton rows={8} label="Loading experiments" />
      ) : (
        <>
          {otherBaseline !== undefined && ids.length < COMPARED_EXPERIMENTS && (
            <MissingBaseline
              projectId={projectId}
              id={otherBaseline}
              onAdd={() => void setState({ ids: [otherBaseline, ...ids], base: null })}
            />
          )}
          <SummaryTable
            projectId={projectId}
            compared={compared}
            runs={runs}
            pinned={pinned}
            mayPin={mayPin}
            onBase={(id) => void setState({ base: id })}
            onRemove={(id) => void setState({ ids: ids.filter((one) => one !== id) })}
          />
          {scores.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 px-4 py-2">
              <Select
                aria-label="Score"
                options={scores.map(({ name }) => ({ value: name, label: name }))}
                value={score?.name ?? ""}
                onValueChange={(name) => void setState({ score: name })}
                className="max-w-56"
              />
              {!isOne && (
                <Select
                  aria-label="Order"
                  options={orders}
                  value={order}
                  onValueChange={(next) => void setState({ order: next })}
                />
              )}
            </div>
          )}
          <DataTable
            table={table}
            label="Examples"
            rowHref={(example) => examplePath(projectId, example, base)}
            footer={
              examples.length === 0 && <p className="p-4 text-muted">The experiment has no results that can be read.</p>
            }
          />
        </>
      )}
    </section>
  );
}

/** The page that compares the baseline's result with the first other one; of a single result, its call. */
function examplePath(projectId: string, { results }: ComparedExample, base: number): string {
  const before = results[base]?.[0]?.callId;
  const [after] = results.flatMap((one, place) => (place === base ? [] : (one[0]?.callId ?? [])));
  if (before !== undefined && after !== undefined) return comparePath(projectId, before, after);
  return callPath(projectId, before ?? after ?? "");
}
