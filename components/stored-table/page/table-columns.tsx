"use client";

import { useQuery } from "@tanstack/react-query";

import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { TableProfile } from "@/lib/contract/tables";
import { counted, formatCount } from "@/lib/format/number";
import { tableProfile, type TableParams } from "@/lib/queries/tables";

import { ColumnCard } from "./column-card";

/** A profile of each column of a table, and the number of rows it covers. */
export function TableColumns({ params }: { params: TableParams }) {
  const { data: profile, error, refetch, isFetching } = useQuery(tableProfile(params));
  if (error)
    return (
      <ErrorState
        title={isMissingEndpoint(error) ? "This service does not profile tables" : error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!profile)
    return (
      <div role="status" aria-label="Profiling columns" className="grid gap-3 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  return (
    <div className="grid content-start gap-3 p-4">
      <p className="text-muted">{scopeWords(profile)}</p>
      {profile.columns.length === 0 && <p className="text-muted">No rows to profile.</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-x-6 gap-y-1">
        {profile.columns.map((column) => (
          <ColumnCard key={column.path} column={column} rows={profile.profiled} />
        ))}
      </ul>
    </div>
  );
}

function scopeWords({ count, profiled, columns_left_out }: TableProfile): string {
  const rows =
    profiled === count
      ? `Exact: ${count === 1 ? "the only row was" : `all ${formatCount(count)} rows were`} read.`
      : `Estimate: ${formatCount(profiled)} of ${formatCount(count)} rows were read, sampled evenly.`;
  return columns_left_out > 0
    ? `${rows} ${counted(columns_left_out, "more column is", "more columns are")} not shown.`
    : rows;
}
