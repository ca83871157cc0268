"use client";

import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { ErrorState, RequestId } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { ApiError } from "@/lib/client/api-error";
import { formatCount } from "@/lib/format/number";

import { DataTable, type DataTableProps } from "./data-table";
import { TableSkeleton } from "./table-skeleton";
import type { ListState } from "./use-list";

interface ListScreenProps<Row extends RowData> extends Omit<
  DataTableProps<Row>,
  "hasMore" | "onEndReached" | "footer"
> {
  list: ListState;
  /** Rows that the skeleton of the first page has. */
  skeletonRows?: number;
  /** Shown where there are no rows: why, and what to do. */
  empty: ReactNode;
  /** Shown instead of the error, where there are no rows because of it. */
  failure?: ReactNode;
  /** Shown after the last row of all. */
  end?: ReactNode;
  /** Floats above the rows: what offers new ones. */
  above?: ReactNode;
}

/**
 * A list and all that happens to it: skeletons while rows are read, an error with a retry where there are none, a banner
 * where they end early or are out of date, further pages as the reader comes near the end, and rows of the view before
 * dimmed until those of the next one are there.
 */
export function ListScreen<Row extends RowData>({
  list,
  skeletonRows = 12,
  empty,
  failure,
  end,
  above,
  ...props
}: ListScreenProps<Row>) {
  const { error, isReading, isFetching, isStale, hasMore, readMore, retry } = list;
  const count = props.table.getRowModel().rows.length;
  if (error && count === 0)
    return failure ?? <ErrorState title={error.message} error={error} onRetry={retry} retrying={isFetching} />;
  return (
    <div aria-busy={isStale} className="relative flex h-full min-h-0 flex-1 flex-col aria-busy:opacity-50">
      {error && <PartBanner error={error} count={count} hasMore={hasMore} isFetching={isFetching} onRetry={retry} />}
      {above}
      <DataTable
        {...props}
        hasMore={hasMore}
        onEndReached={readMore}
        footer={
          isReading ? (
            <TableSkeleton rows={count === 0 ? skeletonRows : 3} label={`Loading ${inSentence(props.label)}`} />
          ) : count === 0 ? (
            empty
          ) : hasMore ? undefined : (
            end
          )
        }
      />
    </div>
  );
}

/** A label within a sentence: a first word of capitals alone, as in "API keys", keeps them. */
function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

interface PartBannerProps {
  error: Error;
  count: number;
  hasMore: boolean;
  isFetching: boolean;
  onRetry: () => void;
}

/** Says that the rows are not all, or not the latest, so that a part never looks like the whole. */
function PartBanner({ error, count, hasMore, isFetching, onRetry }: PartBannerProps) {
  const { code, requestId } = error instanceof ApiError ? error : {};
  const after = `after ${formatCount(count)} ${count === 1 ? "row" : "rows"}`;
  return (
    <InlineBanner
      tone="error"
      className="mx-4 my-2"
      action={
        <Button size="small" onClick={onRetry} busy={isFetching}>
          Retry
        </Button>
      }
    >
      {code === "cut_off"
        ? `The list was cut off ${after}: the connection was lost.`
        : hasMore
          ? `The list ends early, ${after}: ${error.message}`
          : `The list may be out of date: ${error.message}`}
      {requestId && <RequestId id={requestId} />}
    </InlineBanner>
  );
}
