"use client";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { Button } from "@/components/ui/button";
import { ErrorState, RequestId } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { ApiError } from "@/lib/client/api-error";
import type { CallsView } from "@/lib/queries/calls-filter";

import { NoCalls } from "./no-calls";
import type { CallRows } from "./use-call-rows";

interface ListEndProps {
  projectId: string;
  view: CallsView;
  list: CallRows;
  onChange: (change: Partial<CallsView>) => void;
}

/** What stands after the last row: rows to come, a failure, the end, or why there are none. */
export function ListEnd({ projectId, view, list, onChange }: ListEndProps) {
  const { rows, error, isReading, hasMore, retry } = list;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  if (error && rows.length > 0) {
    return (
      <InlineBanner
        tone="error"
        className="m-4"
        action={
          <Button onClick={retry} busy={isReading}>
            Retry
          </Button>
        }
      >
        {error.message}
        {requestId && <RequestId id={requestId} />}
      </InlineBanner>
    );
  }
  if (error) {
    return <ErrorState title={error.message} requestId={requestId} onRetry={retry} retrying={isReading} />;
  }
  if (isReading) return <TableSkeleton rows={rows.length === 0 ? 16 : 3} label="Reading calls" />;
  if (rows.length === 0) {
    return <NoCalls projectId={projectId} view={view} onChange={onChange} />;
  }
  return hasMore ? undefined : <p className="px-4 py-3 text-center text-meta text-muted">No more calls</p>;
}
