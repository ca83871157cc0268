"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { buttonClass } from "@/components/ui/button";
import { MissingExtension } from "@/components/ui/missing-extension";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { newTablePath, tablePath, tablesPath } from "@/lib/format/address";
import { datasetsList, type ListedTable, tablesList } from "@/lib/queries/tables";
import { useMay } from "@/lib/queries/use-may";

import { tableColumns } from "./columns";
import { NoTables } from "./no-tables";
import { kinds, viewParams } from "./tables-params";

const searchId = "search-tables";
const noTables: readonly ListedTable[] = [];
interface TableListProps {
  projectId: string;
  /** The service's address, for the snippet of an empty list. */
  serviceUrl: string;
}

/** Stored tables: those of datasets or, on request, all. */
export function TableList({ projectId, serviceUrl }: TableListProps) {
  const [{ show, q }, setState] = useQueryStates(viewParams);
  const isNamed = show === "named";
  const datasets = useInfiniteQuery({ ...datasetsList({ projectId, q }), enabled: isNamed });
  // Without datasets, the empty state mentions unnamed tables.
  const hasNoDataset = q === "" && datasets.data?.pages[0]?.rows.length === 0;
  const tables = useInfiniteQuery({ ...tablesList({ projectId }), enabled: !isNamed || hasNoDataset });
  const query = isNamed ? datasets : tables;
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? noTables, [query.data]);
  const list = useList(query, rows);
  const columns = useMemo(() => tableColumns(isNamed), [isNamed]);
  const table = useDataTable({
    id: isNamed ? "datasets" : "tables",
    columns,
    rows,
    rowId: ({ digest, dataset }) => (dataset ? `${dataset.object_id} ${dataset.digest}` : digest),
  });
  const search = useCallback((text: string) => void setState({ q: text }, { history: "replace" }), [setState]);
  const mayWrite = useMay(projectId, "member");
  useShortcuts("Tables", [{ keys: "/", description: "Search", run: () => document.getElementById(searchId)?.focus() }]);

  if (isMissingEndpoint(list.error))
    return (
      <MissingExtension
        lacks="list tables"
        endpoint={isNamed ? "objsQuery" : "tablesQuery"}
        under={tablesPath(projectId)}
      />
    );
  return (
    <section aria-label="Tables" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Tables</h1>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 pt-3 pb-2">
        {isNamed && (
          <SearchBox id={searchId} label="Search names" text={q} onSearch={search} className="min-w-48 flex-1" />
        )}
        <Select
          aria-label="Tables shown"
          options={kinds}
          value={show}
          onValueChange={(next) => void setState({ show: next }, { history: "push" })}
        />
        {!isNamed && (
          <p className="min-w-0 flex-1 text-meta text-muted max-sm:order-last max-sm:basis-full">
            Every change stores a new table. Tables that are no longer used by a dataset are also listed.
          </p>
        )}
        <ColumnsMenu table={table} />
        {mayWrite && (
          <Link href={newTablePath(projectId)} className={buttonClass("primary")}>
            <Upload aria-hidden className="size-3.5" />
            Upload
          </Link>
        )}
      </div>
      <ListScreen
        table={table}
        label="Tables"
        list={list}
        rowHref={(row) => tablePath(projectId, row.digest)}
        empty={
          <NoTables
            projectId={projectId}
            serviceUrl={serviceUrl}
            q={isNamed ? q : ""}
            mayWrite={mayWrite}
            hasUnnamed={isNamed && Boolean(tables.data?.pages[0]?.rows.length)}
            onShowAll={() => void setState({ show: "all" }, { history: "push" })}
            onDropText={() => search("")}
          />
        }
      />
    </section>
  );
}
