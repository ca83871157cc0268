"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { JsonView } from "@/components/json/json-view";
import { SparseTable } from "@/components/data-table/sparse-table";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useSparseView } from "@/components/data-table/use-sparse-view";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RetryBanner } from "@/components/ui/retry-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { SplitPanel } from "@/components/ui/split-panel";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { formatCount } from "@/lib/format/number";
import { columnsIn } from "@/lib/table/columns";
import { TABLE_PAGE_ROWS, tableChanges, tableDiff, type TableParams } from "@/lib/queries/tables";

import { changeColumns } from "./change-columns";
import { useSparseRows } from "./use-table-rows";

const MOST_COLUMNS = 20;
const detailWidth = 420;

interface ChangedRowsProps {
  params: TableParams;
  /** Digest of the table to compare with. */
  base: string;
}

/** The removed and added rows, by position. */
export function ChangedRows({ params, base }: ChangedRowsProps) {
  const [opened, setOpened] = useState<number>();
  const compared = { ...params, base };
  const { data: diff, error, refetch, isFetching } = useQuery(tableDiff(compared, { offset: 0 }));
  const count = diff ? diff.removed + diff.added : 0;
  const { view, scroller } = useSparseView(count);
  const read = useSparseRows(view.indices, TABLE_PAGE_ROWS, (offset) => tableChanges(compared, { offset }));
  const columns = useMemo(
    () =>
      columnsIn(
        (diff?.rows ?? []).map(({ val }) => val),
        MOST_COLUMNS,
      ).columns,
    [diff],
  );
  const definitions = useMemo(() => changeColumns(columns), [columns]);
  const table = useDataTable({
    id: "changed-rows",
    columns: definitions,
    rows: read.rows,
    rowId: ({ at }) => String(at),
  });
  if (error)
    return (
      <ErrorState
        title={isMissingEndpoint(error) ? "This service does not compare tables" : error.message}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!diff)
    return (
      <div role="status" aria-label="Comparing" className="grid gap-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  const shown = opened === undefined ? undefined : read.rows.find(({ at }) => at === opened)?.row;
  const grid = (
    <div className="flex h-full min-h-0 flex-1 flex-col">
      <p role="status" className="border-b border-line px-4 py-1.5 text-meta text-muted">
        <span className="font-medium text-success">{formatCount(diff.added)} added</span> ·{" "}
        <span className="font-medium text-error">{formatCount(diff.removed)} removed</span> · {formatCount(diff.same)}{" "}
        unchanged (row order ignored)
      </p>
      {read.error && (
        <RetryBanner onRetry={read.retry} isFetching={read.isFetching}>
          Some rows could not be read: {read.error.message}
        </RetryBanner>
      )}
      {count === 0 ? (
        <EmptyState title="Same rows" description="Both tables have the same rows, each the same number of times." />
      ) : (
        <SparseTable
          table={table}
          view={view}
          scroller={scroller}
          label="Changed rows"
          opened={opened}
          onOpen={setOpened}
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
        shown && (
          <section aria-label="Changed row" className="flex h-full min-h-0 flex-col gap-2 p-4">
            <div className="flex items-center justify-between">
              <h2 className="text-section font-semibold">
                Row {formatCount(shown.original_index)}, {shown.change}
              </h2>
              <Button size="small" variant="ghost" onClick={() => setOpened(undefined)}>
                Close
              </Button>
            </div>
            <JsonView json={shown.val} name="row" label="Row value" className="min-h-0 flex-1" />
          </section>
        )
      }
    />
  );
}
