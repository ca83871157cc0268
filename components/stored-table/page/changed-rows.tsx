"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { JsonView } from "@/components/json/json-view";
import { useDataTable } from "@/components/data-table/use-data-table";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { RetryBanner } from "@/components/ui/retry-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { formatCount } from "@/lib/format/number";
import { columnsIn } from "@/lib/table/columns";
import { TABLE_PAGE_ROWS, tableChanges, tableDiff, type TableParams } from "@/lib/queries/tables";

import { changeColumns } from "./change-columns";
import { Difference } from "./difference";
import { useSparseRows } from "./use-table-rows";

const MOST_COLUMNS = 20;

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
  const read = useSparseRows(count, TABLE_PAGE_ROWS, (offset) => tableChanges(compared, { offset }));
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
  const shown = opened === undefined ? undefined : read.rowAt(opened).row;
  return (
    <Difference
      table={table}
      count={count}
      rowAt={read.rowAt}
      onSeen={read.onSeen}
      opened={opened}
      onOpen={setOpened}
      counts={diff}
      notes={
        read.error && (
          <RetryBanner onRetry={read.retry} isFetching={read.isFetching}>
            Some rows could not be read: {read.error.message}
          </RetryBanner>
        )
      }
      detail={
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
