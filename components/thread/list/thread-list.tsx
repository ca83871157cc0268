"use client";

import { useRouter } from "next/navigation";
import { useMemo, useRef, useState } from "react";

import type { Sort } from "@/components/data-table/column";
import { ColumnsMenu } from "@/components/data-table/columns-menu";
import type { DataTableHandle } from "@/components/data-table/data-table";
import { ListScreen } from "@/components/data-table/list-screen";
import { NewRowsPill } from "@/components/data-table/new-rows-pill";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useDataTable } from "@/components/data-table/use-data-table";
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
  const { list, rows, waiting, showWaiting, setAtTop } = useThreadRows(params);
  const grid = useRef<DataTableHandle>(null);
  const costDecimals = amountsDecimals(rows.map(({ totals }) => totals?.cost?.amounts));
  const columns = useMemo(() => threadColumns(costDecimals), [costDecimals]);
  const table = useDataTable({ id: "threads", columns, rows, rowId: ({ thread }) => thread.thread_id });
  useShortcuts("Threads", [
    { keys: "/", description: "Open thread by id", run: () => document.getElementById(openId)?.focus() },
  ]);

  const sort = { id: view.sort.by, direction: view.sort.direction };
  const onSortChange = ({ id, direction }: Sort) => {
    const by = threadSortKey(id);
    if (by) changeSort({ by, direction });
  };

  if (isMissingEndpoint(list.error))
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
          label="Open thread by id"
          value={wanted}
          onValueChange={setWanted}
          className="min-w-48 flex-1"
        />
        <ColumnsMenu table={table} />
        <SortMenu table={table} sort={sort} onSortChange={onSortChange} />
        <p role="status" className="ml-auto text-meta text-muted">
          {rows.length > 0 &&
            `${formatCount(rows.length)}${list.hasMore ? "+" : ""} ${rows.length === 1 ? "thread" : "threads"}`}
        </p>
      </form>
      <ListScreen
        ref={grid}
        table={table}
        label="Threads"
        list={list}
        rowHref={({ thread }) => threadPath(projectId, thread.thread_id)}
        sort={sort}
        onSortChange={onSortChange}
        onTopChange={setAtTop}
        empty={<NoThreads projectId={projectId} serviceUrl={serviceUrl} />}
        above={
          <NewRowsPill
            noun="thread"
            count={waiting}
            onShow={() => {
              showWaiting();
              grid.current?.scrollToTop();
            }}
          />
        }
      />
    </section>
  );
}
