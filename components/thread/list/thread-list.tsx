"use client";

import { useEffect, useMemo, useRef, type ReactNode } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import type { DataTableHandle } from "@/components/data-table/data-table";
import { ListScreen } from "@/components/data-table/list-screen";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useDataTable } from "@/components/data-table/use-data-table";
import { MissingExtension } from "@/components/ui/missing-extension";
import { useShortcuts } from "@/components/ui/shortcuts";
import { TimeRange } from "@/components/ui/time-range";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { CallsView } from "@/lib/filter/calls-view";
import { threadPath, threadsPath } from "@/lib/format/address";
import { amountsDecimals } from "@/lib/format/money";
import { callsOfView, isFiltered } from "@/lib/queries/threads";

import { threadColumns } from "./columns";
import { NoMatch } from "./no-match";
import { NoThreads } from "./no-threads";
import { ThreadCount } from "./thread-count";
import { ThreadLimits } from "./thread-limits";
import { useThreadRows } from "./use-thread-rows";
import { threadSortKey } from "./threads-params";
import { useThreadsView } from "./use-threads-view";

const searchId = "search-threads";

export interface ThreadFilter {
  id: string;
  /** The calls of which a listed thread has at least one. */
  view: CallsView;
  onChange: (change: Partial<CallsView>, history?: "push" | "replace") => void;
  error: Error | null;
}

interface ThreadFilterParts {
  box: ReactNode;
  /** The clauses of the filter, and its other editors. */
  clauses: ReactNode;
  /** Shown instead of the list if the filter is invalid. */
  failure: ReactNode;
  /** Shown in an empty list: what in the filter no call has. */
  unknown: ReactNode;
}

interface ThreadListProps {
  projectId: string;
  /** The service's address, for the snippet of an empty list. */
  serviceUrl: string;
  filterOf: (filter: ThreadFilter) => ThreadFilterParts;
}

/** The threads of a project, last active first. */
export function ThreadList({ projectId, serviceUrl, filterOf }: ThreadListProps) {
  const [view, change] = useThreadsView();
  const grid = useRef<DataTableHandle>(null);
  const params = useMemo(() => ({ projectId, view }), [projectId, view]);
  const { list, rows, newRows } = useThreadRows(params);
  const costDecimals = amountsDecimals(rows.map(({ totals }) => totals?.total_cost));
  const columns = useMemo(() => threadColumns(costDecimals), [costDecimals]);
  const table = useDataTable({
    id: "threads",
    columns,
    rows,
    rowId: ({ thread_id: id }) => id,
    sort: { id: view.sort.by, direction: view.sort.direction },
    onSortChange: ({ id, direction }) => {
      const by = threadSortKey(id);
      if (by) change({ sort: { by, direction } });
    },
  });
  useShortcuts("Threads", [
    { keys: "/", description: "Search or filter", run: () => document.getElementById(searchId)?.focus() },
  ]);

  // Another view is another list and starts at the top.
  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current !== view) grid.current?.scrollToTop();
    shownView.current = view;
  }, [view]);

  const filter = filterOf({
    id: searchId,
    view: useMemo(() => callsOfView(view), [view]),
    onChange: ({ q = view.q, from = view.from, to = view.to, range = view.range }, history) =>
      change({ q, from, to, range }, history),
    error: list.error,
  });

  if (isMissingEndpoint(list.error))
    return <MissingExtension lacks="list threads" endpoint="threadsStreamQuery" under={threadsPath(projectId)} />;
  return (
    <section aria-label="Threads" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Threads</h1>
      <div className="flex flex-wrap items-start gap-2 px-4 pt-3 pb-2">
        {filter.box}
        <TimeRange span={view} onChange={change} />
        <ThreadLimits view={view} onChange={change} />
        <ColumnsMenu table={table} />
        <SortMenu table={table} />
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 pb-2">
        {filter.clauses}
        <ThreadCount params={params} />
      </div>
      <ListScreen
        ref={grid}
        table={table}
        label="Threads"
        list={list}
        rowHref={({ thread_id: id }) => threadPath(projectId, id)}
        empty={
          isFiltered(view) ? (
            <NoMatch view={view} onChange={change}>
              {filter.unknown}
            </NoMatch>
          ) : (
            <NoThreads projectId={projectId} serviceUrl={serviceUrl} />
          )
        }
        failure={filter.failure}
        newRows={{ ...newRows, noun: "thread" }}
      />
    </section>
  );
}
