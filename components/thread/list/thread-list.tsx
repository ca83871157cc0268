"use client";

import { useRouter } from "next/navigation";
import { useMemo, useRef, useState } from "react";

import type { Sort } from "@/components/data-table/column";
import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { DataTable, type DataTableHandle } from "@/components/data-table/data-table";
import { NewRowsPill } from "@/components/data-table/new-rows-pill";
import { SortMenu } from "@/components/data-table/sort-menu";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { InlineBanner } from "@/components/ui/inline-banner";
import { MissingExtension } from "@/components/ui/missing-extension";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { threadPath, threadsPath } from "@/lib/format/address";
import { amountsDecimals } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";

import { threadColumns } from "./columns";
import { NoThreads } from "./no-threads";
import { useThreadRows } from "./use-thread-rows";
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
  const params = useMemo(() => ({ projectId, view }), [projectId, view]);
  const { list, rows, waiting, showWaiting, readMore, setAtTop } = useThreadRows(params);
  const grid = useRef<DataTableHandle>(null);
  const costDecimals = amountsDecimals(rows.map(({ totals }) => totals?.cost?.amounts));
  const columns = useMemo(() => threadColumns(costDecimals), [costDecimals]);
  const table = useDataTable({ id: "threads", columns, rows, rowId: ({ thread }) => thread.thread_id });
  useShortcuts("Threads", [
    { keys: "/", description: "Open a thread by its id", run: () => document.getElementById(openId)?.focus() },
  ]);

  const sort = { id: view.sort.by, direction: view.sort.direction };
  const onSortChange = ({ id, direction }: Sort) => {
    const by = threadSortKey(id);
    if (by) changeSort({ by, direction });
  };
  const { hasNextPage, isFetching, fetchNextPage, error } = list;

  if (isMissingEndpoint(error))
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
      <div aria-busy={list.isPlaceholderData} className="relative flex min-h-0 flex-1 flex-col aria-busy:opacity-50">
        <NewRowsPill
          noun="thread"
          count={waiting}
          onShow={() => {
            showWaiting();
            grid.current?.scrollToTop();
          }}
        />
        {error && rows.length === 0 ? (
          <ErrorState title={error.message} error={error} onRetry={() => void list.refetch()} retrying={isFetching} />
        ) : (
          <DataTable
            ref={grid}
            table={table}
            label="Threads"
            hasMore={hasNextPage}
            rowHref={({ thread }) => threadPath(projectId, thread.thread_id)}
            sort={sort}
            onSortChange={onSortChange}
            onEndReached={readMore}
            onTopChange={setAtTop}
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
