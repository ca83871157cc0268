import type { ComponentProps, ReactNode } from "react";

import type { Placed } from "@/components/data-table/column";
import { DataTable, type DataTableProps } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { SplitPanel } from "@/components/ui/split-panel";
import { formatCount } from "@/lib/format/number";

const detailWidth = 420;

interface DifferenceProps<Row> extends Pick<DataTableProps<Placed<Row>>, "table" | "count" | "rowAt" | "onSeen"> {
  /** The position of the open row. */
  opened: number | undefined;
  onOpen: (at: number) => void;
  /** Number of rows by what happened to them; `changed` if rows are compared by key. */
  counts: { changed?: number; added: number; removed: number; same: number };
  /** Notes above the rows. */
  notes: ReactNode;
  /** The open row, shown beside the others. */
  detail: ComponentProps<typeof SplitPanel>["end"];
}

/** The rows that differ between two tables, with their numbers. */
export function Difference<Row>({ counts, notes, detail, opened, onOpen, ...grid }: DifferenceProps<Row>) {
  const { changed, added, removed, same } = counts;
  return (
    <SplitPanel
      id="table-row"
      label="Row width"
      sized="end"
      defaultWidth={detailWidth}
      start={
        <div className="flex h-full min-h-0 flex-1 flex-col">
          <p role="status" className="border-b border-line px-4 py-1.5 text-meta text-muted">
            {changed !== undefined && (
              <>
                <span className="font-medium text-warning">{formatCount(changed)} changed</span> ·{" "}
              </>
            )}
            <span className="font-medium text-success">{formatCount(added)} added</span> ·{" "}
            <span className="font-medium text-error">{formatCount(removed)} removed</span> · {formatCount(same)}{" "}
            unchanged (row order ignored)
          </p>
          {notes}
          {added + removed + (changed ?? 0) === 0 ? (
            <EmptyState
              title="Same rows"
              description="Both tables have the same rows, each the same number of times."
            />
          ) : (
            <DataTable
              {...grid}
              label="Changed rows"
              peek={{
                id: opened === undefined ? null : String(opened),
                onChange: (at) => at !== null && onOpen(Number(at)),
              }}
            />
          )}
        </div>
      }
      end={detail}
    />
  );
}
