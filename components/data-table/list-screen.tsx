"use client";

import type { RowData } from "@tanstack/react-table";
import { useImperativeHandle, useRef, type ReactNode } from "react";

import { ErrorState, RequestId } from "@/components/ui/error-state";
import { RetryBanner } from "@/components/ui/retry-banner";
import { ApiError } from "@/lib/client/api-error";
import { inSentence } from "@/lib/format/in-sentence";
import { counted } from "@/lib/format/number";

import { DataTable, type DataTableHandle, type DataTableProps } from "./data-table";
import { NewRowsPill } from "./new-rows-pill";
import { TableSkeleton } from "./table-skeleton";
import type { ListState } from "./use-list";
import type { NewRows } from "./use-live-list";

interface ListScreenProps<Row extends RowData> extends Omit<
  DataTableProps<Row>,
  "hasMore" | "onEndReached" | "onTopChange" | "footer"
> {
  list: ListState;
  /** Number of rows in the skeleton of the first page. */
  skeletonRows?: number;
  /** Shown if there are no rows: why, and what to do. */
  empty: ReactNode;
  /** Shown instead of the error if there are no rows because of it. */
  failure?: ReactNode;
  /** Shown after the last row of all. */
  end?: ReactNode;
  /** The new rows of a live list; `noun` is the singular word for a row. */
  newRows?: NewRows & { noun: string };
}

/**
 * A list with all its states: skeletons while rows are loading, an error with a retry if there are none, a banner if
 * they are incomplete or out of date, further pages near the end, and dimmed rows of the previous view until the next
 * one is loaded.
 */
export function ListScreen<Row extends RowData>({
  list,
  skeletonRows = 12,
  empty,
  failure,
  end,
  newRows,
  ref,
  ...props
}: ListScreenProps<Row>) {
  const { error, isReading, isFetching, isStale, hasMore, readMore, retry } = list;
  const grid = useRef<DataTableHandle>(null);
  const scrollToTop = () => grid.current?.scrollToTop();
  useImperativeHandle(ref, () => ({ scrollToTop }));
  const count = props.table.getRowModel().rows.length;
  if (error && count === 0)
    return failure ?? <ErrorState title={error.message} error={error} onRetry={retry} retrying={isFetching} />;
  return (
    <div aria-busy={isStale} className="relative flex h-full min-h-0 flex-1 flex-col aria-busy:opacity-50">
      {error && <PartBanner error={error} count={count} hasMore={hasMore} isFetching={isFetching} onRetry={retry} />}
      {newRows && (
        <NewRowsPill
          noun={newRows.noun}
          count={newRows.count}
          onShow={() => {
            newRows.show();
            scrollToTop();
          }}
        />
      )}
      <DataTable
        {...props}
        ref={grid}
        onTopChange={newRows?.setAtTop}
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

interface PartBannerProps {
  error: Error;
  count: number;
  hasMore: boolean;
  isFetching: boolean;
  onRetry: () => void;
}

/** Notes that the rows are incomplete or out of date, so that a part never looks like the whole list. */
function PartBanner({ error, count, hasMore, isFetching, onRetry }: PartBannerProps) {
  const { code, requestId } = error instanceof ApiError ? error : {};
  const rows = counted(count, "row");
  return (
    <RetryBanner onRetry={onRetry} isFetching={isFetching}>
      {code === "cut_off"
        ? `The list was cut off after ${rows}: the connection was lost.`
        : hasMore
          ? `Only the first ${count === 1 ? "row was" : `${rows} were`} loaded: ${error.message}`
          : `The list may be out of date: ${error.message}`}
      {requestId && <RequestId id={requestId} />}
    </RetryBanner>
  );
}
