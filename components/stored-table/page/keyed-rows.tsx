"use client";

import { useMemo, useState } from "react";

import { useDataTable } from "@/components/data-table/use-data-table";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { TableDiff } from "@/lib/contract/tables";
import { counted, formatCount } from "@/lib/format/number";
import { type KeyedDiff, pairByKey } from "@/lib/table/key-diff";

import { Difference } from "./difference";
import { keyedColumns } from "./keyed-columns";
import { KeyedRowDetail } from "./keyed-row-detail";
import { usePlaced } from "./use-table-rows";

interface KeyedRowsProps {
  /** The beginning of the difference. */
  diff: TableDiff;
  columns: readonly string[];
  /** Dotted paths of the key. */
  keyPaths: readonly string[];
}

/** Rows with the same key as one, with the values that changed; all others as removed and added. */
export function KeyedRows({ diff, columns, keyPaths }: KeyedRowsProps) {
  const [opened, setOpened] = useState<number>();
  const keyed = useMemo(() => pairByKey(diff.rows, keyPaths), [diff, keyPaths]);
  const rowAt = usePlaced((at: number) => keyed.rows[at]);
  const definitions = useMemo(() => keyedColumns(columns), [columns]);
  const table = useDataTable({
    id: "keyed-rows",
    columns: definitions,
  });
  const total = diff.removed + diff.added;
  const left = total - diff.rows.length;
  const shown = opened === undefined ? undefined : keyed.rows[opened];
  return (
    <Difference
      table={table}
      count={keyed.rows.length}
      rowAt={rowAt}
      opened={opened}
      onOpen={setOpened}
      counts={{ changed: keyed.changed, added: keyed.added, removed: keyed.removed, same: diff.same }}
      notes={
        <>
          {left > 0 && (
            <InlineBanner tone="warning" className="mx-4 mt-2">
              Only the first {formatCount(diff.rows.length)} of {formatCount(total)} removed and added rows are compared
              by key and shown, so that the other half of a changed row may be missing. Compare whole rows to see all of
              them.
            </InlineBanner>
          )}
          {unpairedWords(keyed) !== "" && (
            <InlineBanner className="mx-4 mt-2">
              {unpairedWords(keyed)} They are shown as removed and added.
            </InlineBanner>
          )}
        </>
      }
      detail={shown && <KeyedRowDetail row={shown} onClose={() => setOpened(undefined)} />}
    />
  );
}

/** Why rows are not paired; empty if that has no other reason than that their keys are only in one table. */
function unpairedWords({ repeated, keyless }: KeyedDiff): string {
  return [
    ...(repeated > 0 ? [`${counted(repeated, "row has", "rows have")} a key that is repeated.`] : []),
    ...(keyless > 0 ? [`${counted(keyless, "row has", "rows have")} no value in a column of the key.`] : []),
  ].join(" ");
}
