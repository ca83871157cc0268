"use client";

import { SearchX } from "lucide-react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState, RequestId } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { MissingExtension } from "@/components/ui/missing-extension";
import { ApiError, isMissingEndpoint } from "@/lib/client/api-error";
import { FilterError } from "@/lib/filter/filter";
import { callsPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import type { CallsView } from "@/lib/filter/calls-view";

import { NoCalls } from "./no-calls";
import type { CallRows } from "./use-call-rows";

// Where the end of the list is out of sight, it is told.
const manyRows = 50;

interface ListEndProps {
  projectId: string;
  view: CallsView;
  list: CallRows;
  onChange: (change: Partial<CallsView>) => void;
}

/** What stands after the last row: rows to come, a failure, the end, or why there are none. */
export function ListEnd({ projectId, view, list, onChange }: ListEndProps) {
  const { rows, error, isReading, hasMore, retry } = list;
  if (error) {
    if (rows.length > 0) return undefined;
    // What is wrong with the filter stands where it is written.
    if (error instanceof FilterError)
      return (
        <EmptyState icon={SearchX} title="Invalid filter" description="Fix the filter above, or clear it.">
          <Button onClick={() => onChange({ q: "" })}>Clear filter</Button>
        </EmptyState>
      );
    if (isMissingEndpoint(error))
      return (
        <MissingExtension lacks="list traces" endpoint="callsStreamQuery" under={callsPath(projectId)} isSection />
      );
    return <ErrorState title={error.message} error={error} onRetry={retry} retrying={isReading} />;
  }
  if (isReading) return <TableSkeleton rows={rows.length === 0 ? 16 : 3} label="Loading calls" />;
  if (rows.length === 0) {
    return <NoCalls projectId={projectId} view={view} onChange={onChange} />;
  }
  return hasMore || rows.length < manyRows ? undefined : (
    <p className="px-4 py-3 text-center text-meta text-muted">No more calls</p>
  );
}

/** Stands above rows that are not all there are, so that a part never looks like the whole. */
export function CutOffBanner({ list: { rows, error, isReading, retry } }: { list: CallRows }) {
  if (!error || rows.length === 0) return undefined;
  const requestId = requestIdOf(error);
  const isCutOff = error instanceof ApiError && error.code === "cut_off";
  return (
    <InlineBanner
      tone="error"
      className="mx-4 my-2"
      action={
        <Button size="small" onClick={retry} busy={isReading}>
          Retry
        </Button>
      }
    >
      {isCutOff
        ? `The list was cut off after ${formatCount(rows.length)} rows: the connection was lost.`
        : `The list ends early, after ${formatCount(rows.length)} rows: ${error.message}`}
      {requestId && <RequestId id={requestId} />}
    </InlineBanner>
  );
}

function requestIdOf(error: Error): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
