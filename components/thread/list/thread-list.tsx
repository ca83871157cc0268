"use client";

import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";

import type { Sort } from "@/components/data-table/column";
import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { DataTable } from "@/components/data-table/data-table";
import { SortMenu } from "@/components/data-table/sort-menu";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { MissingExtension } from "@/components/ui/missing-extension";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { ApiError } from "@/lib/client/api-error";
import { threadPath, threadsPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { threadsList, type ThreadTotals, threadTotals } from "@/lib/queries/threads";

import { threadColumns, type ThreadRow } from "./columns";
import { NoThreads } from "./no-threads";
import { threadSortKey, useThreadsView } from "./use-threads-view";

const openId = "open-thread";

interface ThreadListProps {
  projectId: string;
  /** Where the service answers, for the snippet of an empty list. */
  serviceUrl: string;
}

/** The conversations of a project, the last active first. */
export function ThreadList({ projectId, serviceUrl }: ThreadListProps) {
  const router = useRouter();
  const [view, changeSort] = useThreadsView();
  const [wanted, setWanted] = useState("");
  const list = useInfiniteQuery(threadsList({ projectId, view }));
  const pages = list.data?.pages;
  const totals = useQueries({
    queries: (pages ?? []).map((page) => threadTotals(projectId, page)),
    combine: merged,
  });
  const rows = useMemo(
    () => (pages ?? []).flat().map((thread): ThreadRow => ({ thread, totals: totals.get(thread.thread_id) })),
    [pages, totals],
  );
  const table = useDataTable({ id: "threads", columns: threadColumns, rows, rowId: ({ thread }) => thread.thread_id });
  useShortcuts("Threads", [
    { keys: "/", description: "Open a thread by its id", run: () => document.getElementById(openId)?.focus() },
  ]);

  const sort = { id: view.sort.by, direction: view.sort.direction };
  const onSortChange = ({ id, direction }: Sort) => {
    const by = threadSortKey(id);
    if (by) changeSort({ by, direction });
  };
  const { hasNextPage, isFetching, fetchNextPage, error } = list;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  if (error instanceof ApiError && error.status === 404)
    return <MissingExtension lacks="list threads" endpoint="threadsStreamQuery" under={threadsPath(projectId)} />;
  return (
    <section aria-label="Threads" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Threads</h1>
      <form
        className="flex flex-wrap items-center gap-2 border-b border-line px-4 pt-3 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.trim() !== "") router.push(threadPath(projectId, wanted.trim()));
        }}
      >
        <SearchInput
          id={openId}
          label="Open a thread by its id"
          value={wanted}
          onValueChange={setWanted}
          className="min-w-48 flex-1"
        />
        <ColumnsMenu table={table} />
        <SortMenu table={table} sort={sort} onSortChange={onSortChange} />
        <p role="status" className="ml-auto text-meta text-muted">
          {rows.length > 0 &&
            `${formatCount(rows.length)}${hasNextPage ? "+" : ""} ${rows.length === 1 ? "thread" : "threads"}`}
        </p>
      </form>
      {error && rows.length > 0 && (
        <InlineBanner
          tone="error"
          className="mx-4 my-2"
          action={
            <Button size="small" busy={isFetching} onClick={() => void fetchNextPage()}>
              Retry
            </Button>
          }
        >
          The list ends early, after {formatCount(rows.length)} threads: {error.message}
        </InlineBanner>
      )}
      <div className={cn("flex min-h-0 flex-1 flex-col", list.isPlaceholderData && "opacity-50")}>
        {error && rows.length === 0 ? (
          <ErrorState
            title={error.message}
            requestId={error instanceof ApiError ? error.requestId : undefined}
            onRetry={() => void list.refetch()}
            retrying={isFetching}
          />
        ) : (
          <DataTable
            table={table}
            label="Threads"
            hasMore={hasNextPage}
            rowHref={({ thread }) => threadPath(projectId, thread.thread_id)}
            sort={sort}
            onSortChange={onSortChange}
            onEndReached={readMore}
            footer={
              isFetching && (rows.length === 0 || list.isFetchingNextPage) ? (
                <TableSkeleton rows={rows.length === 0 ? 12 : 3} label="Reading threads" />
              ) : (
                rows.length === 0 && <NoThreads projectId={projectId} serviceUrl={serviceUrl} />
              )
            }
          />
        )}
      </div>
    </section>
  );
}

function merged(pages: { data?: ReadonlyMap<string, ThreadTotals> | undefined }[]): ReadonlyMap<string, ThreadTotals> {
  return new Map(pages.flatMap(({ data }) => [...(data ?? [])]));
}
