"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, X } from "lucide-react";

import { JsonView } from "@/components/json/json-view";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format/number";
import { shortenMiddle } from "@/lib/format/shorten";
import { tableRows, type TableParams } from "@/lib/queries/tables";

import { tableRef } from "./table-ref";

interface RowDetailProps {
  params: TableParams;
  /** In the table's own order. */
  position: number;
  onClose: () => void;
}

/** One complete row: its value, its digest, its ref. */
export function RowDetail({ params, position, onClose }: RowDetailProps) {
  const view = { sort: null, digests: [] };
  const { data, error, refetch, isFetching } = useQuery(tableRows(params, view, { offset: position, limit: 1 }));
  useShortcuts("Open row", [{ keys: "escape", description: "Close row", run: onClose }]);
  const row = data?.[0];
  const ref = row && tableRef(params, [{ edge: "id", value: row.digest }]);
  return (
    <section aria-label={`Row ${position}`} className="flex h-full min-h-0 flex-col max-sm:border-t max-sm:border-line">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1">
        <h2 className="text-section font-semibold">Row {formatCount(position)}</h2>
        {row && (
          <span className="flex min-w-0 items-center gap-0.5">
            <code title={row.digest} className="truncate text-meta text-muted">
              {shortenMiddle(row.digest, 12)}
            </code>
            <CopyButton text={row.digest} label="Copy row digest" />
            {ref !== undefined && <CopyButton text={ref} label="Copy row ref" icon={Link2} />}
          </span>
        )}
        <IconButton icon={X} label="Close" shortcut="escape" onClick={onClose} className="ml-auto" />
      </header>
      {error ? (
        <ErrorState title={error.message} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : row ? (
        <JsonView json={row.val} name="row" label="Row value" className="min-h-0 flex-1 p-4" />
      ) : data ? (
        <p className="p-4 text-muted">The table has no row at this position.</p>
      ) : (
        <div className="grid gap-2 p-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
        </div>
      )}
    </section>
  );
}
