"use client";

import { useEffect, useMemo, useRef } from "react";

import type { Sort } from "@/components/data-table/column";
import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { DataTable, type DataTableHandle } from "@/components/data-table/data-table";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useDataTable } from "@/components/data-table/use-data-table";
import { cn } from "@/components/ui/cn";
import { useShortcuts } from "@/components/ui/shortcuts";
import { callPath } from "@/lib/format/address";
import { isSortKey } from "@/lib/queries/calls-filter";

import { CallsToggle } from "./calls-toggle";
import { callColumns } from "./columns";
import { FilterBox } from "./filter-box";
import { FilterChips } from "./filter-chips";
import { FilterPanel } from "./filter-panel";
import { CutOffBanner, ListEnd } from "./list-end";
import { NewCallsPill } from "./new-calls-pill";
import { TimeRange } from "./time-range";
import { TotalsLine } from "./totals-line";
import { useCallRows } from "./use-call-rows";
import { useCallsView } from "./use-calls-view";

const searchId = "search-calls";

interface TraceListProps {
  projectId: string;
}

/** The trace list: the URL says which calls and in what order, and what arrives is shown or offered at once. */
export function TraceList({ projectId }: TraceListProps) {
  const [view, change] = useCallsView();
  const grid = useRef<DataTableHandle>(null);
  const params = useMemo(() => ({ projectId, view }), [projectId, view]);
  const list = useCallRows(params);
  const table = useDataTable({ id: "calls", columns: callColumns, rows: list.rows, rowId: ({ id }) => id });

  // Another view is another list: it is read from its top.
  const shownView = useRef(view);
  useEffect(() => {
    if (shownView.current !== view) grid.current?.scrollToTop();
    shownView.current = view;
  }, [view]);

  const sort = { id: view.sort.by, direction: view.sort.direction };
  const changeSort = ({ id, direction }: Sort) => {
    if (isSortKey(id)) change({ sort: { by: id, direction } });
  };

  useShortcuts("Traces", [{ keys: "/", description: "Search", run: () => document.getElementById(searchId)?.focus() }]);

  return (
    <section aria-label="Traces" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Traces</h1>
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2">
        <FilterBox id={searchId} projectId={projectId} view={view} onChange={change} />
        <TimeRange view={view} onChange={change} />
        <CallsToggle roots={view.roots} onChange={(roots) => change({ roots })} />
        <ColumnsMenu table={table} />
        <SortMenu table={table} sort={sort} onSortChange={changeSort} />
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 pb-2">
        <FilterPanel projectId={projectId} view={view} onChange={change} />
        <FilterChips view={view} onChange={change} />
        <TotalsLine params={params} />
      </div>
      <CutOffBanner list={list} />
      <div
        aria-busy={list.isStale}
        className={cn("relative flex min-h-0 flex-1 flex-col", list.isStale && "opacity-50")}
      >
        <NewCallsPill
          count={list.waiting}
          onShow={() => {
            list.showWaiting();
            grid.current?.scrollToTop();
          }}
        />
        <DataTable
          ref={grid}
          table={table}
          label="Calls"
          hasMore={list.hasMore}
          rowHref={({ id }) => callPath(projectId, id)}
          sort={sort}
          onSortChange={changeSort}
          onEndReached={list.readMore}
          onTopChange={list.setAtTop}
          footer={<ListEnd projectId={projectId} view={view} list={list} onChange={change} />}
        />
      </div>
    </section>
  );
}
