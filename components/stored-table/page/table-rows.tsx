"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, type ReactNode } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { DataTable } from "@/components/data-table/data-table";
import { SortMenu } from "@/components/data-table/sort-menu";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { ErrorState } from "@/components/ui/error-state";
import { RetryBanner } from "@/components/ui/retry-banner";
import { SplitPanel } from "@/components/ui/split-panel";
import { counted, formatCount } from "@/lib/format/number";
import { TABLE_PAGE_ROWS, tableCount, tableRows, type TableParams } from "@/lib/queries/tables";

import { DigestFilter } from "./digest-filter";
import { ExportMenu } from "./export-menu";
import { POSITION, type RowColumn, rowColumns } from "./row-columns";
import { RowDetail } from "./row-detail";
import { useSparseRows } from "./use-table-rows";
import { useRowColumns } from "./use-row-columns";
import { useTablePageState } from "./use-table-page-state";

const detailWidth = 420;
/** The place of an open row that is not loaded. */
const ELSEWHERE = -1;
const noColumns: readonly RowColumn[] = [];

interface TableRowsProps {
  params: TableParams;
  /** The file name of an export. */
  name: string;
  /** The button that edits the rows. */
  edit: ReactNode;
}

/** The rows of a stored table, loaded where they are visible; one may be open beside them. */
export function TableRows({ params, name, edit }: TableRowsProps) {
  const [{ sort, digests, row: openRow }, setState] = useTablePageState();
  const { data: count, error, refetch, isFetching } = useQuery(tableCount(params, digests));
  const cache = useQueryClient();
  const focusTarget = useRef<number>(undefined);
  const partAt = (index: number) => tableRows(params, { sort, digests }, { offset: index - (index % TABLE_PAGE_ROWS) });
  const read = useSparseRows(count ?? 0, TABLE_PAGE_ROWS, partAt);
  const { columns, more, layoutId } = useRowColumns(params);
  const definitions = useMemo(() => rowColumns(columns ?? noColumns), [columns]);
  const table = useDataTable({
    id: `rows:${layoutId}`,
    columns: definitions,
    sort: sort ? { id: sort.field, direction: sort.direction } : { id: POSITION, direction: "asc" },
    onSortChange: ({ id, direction }) => void setState({ sort: id === POSITION ? null : { field: id, direction } }),
  });

  const openPlace = openRow === null ? undefined : read.loaded.find(({ row }) => row?.original_index === openRow);
  const open = async (index: number) => {
    focusTarget.current = index;
    const known = read.rowAt(index).row;
    // A distant row that was jumped to may not be loaded yet.
    const row = known ?? (await cache.fetchQuery(partAt(index)))[index % TABLE_PAGE_ROWS];
    if (!row || focusTarget.current !== index) return;
    void setState({ row: row.original_index }, { history: openRow === null ? "push" : "replace" });
  };
  if (error && count === undefined)
    return <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  const grid = (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <p role="status" className="text-meta text-muted">
          <span className="font-medium text-ink">{formatCount(count)}</span> {count === 1 ? "row" : "rows"}
          {digests.length > 0 && ` with ${digests.length === 1 ? "this digest" : `these ${digests.length} digests`}`}
          {more > 0 && ` · ${counted(more, "more column")}, shown in the open row`}
        </p>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <DigestFilter
            table={`${params.projectId}:${params.digest}`}
            digests={digests}
            onChange={(next) => void setState({ digests: next, row: null })}
          />
          <ColumnsMenu table={table} />
          <SortMenu table={table} />
          <ExportMenu params={params} view={{ sort, digests }} count={count} name={name} />
          {edit}
        </div>
      </div>
      {read.error && (
        <RetryBanner onRetry={read.retry} isFetching={read.isFetching}>
          Some rows could not be read: {read.error.message}
        </RetryBanner>
      )}
      {count === undefined || !columns ? (
        <TableSkeleton rows={16} label="Loading rows" />
      ) : (
        <DataTable
          table={table}
          label="Rows"
          count={count}
          rowAt={read.rowAt}
          onSeen={read.onSeen}
          peek={{
            id: openRow === null ? null : String(openPlace?.at ?? ELSEWHERE),
            // Read errors are shown above the rows.
            onChange: (at) => void (at !== null && open(Number(at)).catch(() => undefined)),
          }}
          footer={count === 0 && <p className="px-4 py-6 text-muted">{emptyWords(digests)}</p>}
        />
      )}
    </div>
  );
  return (
    <SplitPanel
      id="table-row"
      label="Row width"
      sized="end"
      defaultWidth={detailWidth}
      start={grid}
      end={
        openRow === null ? undefined : (
          <RowDetail params={params} position={openRow} onClose={() => void setState({ row: null })} />
        )
      }
    />
  );
}

function emptyWords(digests: readonly string[]): string {
  return digests.length > 0 ? "No rows have these digests." : "This table has no rows.";
}
