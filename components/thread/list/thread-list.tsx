"use client";

import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";

import type { Sort } from "@/components/data-table/column";
import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useDataTable } from "@/components/data-table/use-data-table";
import { MissingExtension } from "@/components/ui/missing-extension";
import { onSubmit } from "@/components/ui/on-submit";
import { SearchInput } from "@/components/ui/search-input";
import { useShortcuts } from "@/components/ui/shortcuts";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { threadPath, threadsPath } from "@/lib/format/address";
import { amountsDecimals } from "@/lib/format/money";
import { formatCount } from "@/lib/format/number";

import { threadColumns } from "./columns";
import { NoThreads } from "./no-threads";
import { useThreadRows } from "./use-thread-rows";
import { threadSortKey } from "./threads-params";
import { useThreadsView } from "./use-threads-view";

const openId = "open-thread";

interface ThreadListProps {
  projectId: string;
  /** The service's address, for the snippet of an empty list. */
  serviceUrl: string;
}

/** The threads of a project, last active first. */
export function ThreadList({ projectId, serviceUrl }: ThreadListProps) {
  const router = useRouter();
  const [view, changeSort] = useThreadsView();
  const [threadId, setThreadId] = useState("");
  const params = useMemo(() => ({ projectId, view }), [projectId, view]);
  const { list, rows, newRows } = useThreadRows(params);
  const costDecimals = amountsDecimals(rows.map(({ totals }) => totals?.total_cost));
  const columns = useMemo(() => threadColumns(costDecimals), [costDecimals]);
  const table = useDataTable({ id: "threads", columns, rows, rowId: ({ thread_id: id }) => id });
  useShortcuts("Threads", [
    { keys: "/", description: "Open thread by ID", run: () => document.getElementById(openId)?.focus() },
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
        onSubmit={onSubmit(() => {
          if (threadId.trim() !== "") router.push(threadPath(projectId, threadId.trim()));
        })}
      >
        <SearchInput
          id={openId}
          label="Open thread by ID"
          value={threadId}
          onValueChange={setThreadId}
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
        table={table}
        label="Threads"
        list={list}
        rowHref={({ thread_id: id }) => threadPath(projectId, id)}
        sort={sort}
        onSortChange={onSortChange}
        empty={<NoThreads projectId={projectId} serviceUrl={serviceUrl} />}
        newRows={{ ...newRows, noun: "thread" }}
      />
    </section>
  );
}
