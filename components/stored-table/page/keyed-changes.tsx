"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import { TABLE_DIFF_ROWS } from "@/lib/contract/limits";
import type { TableProfile } from "@/lib/contract/tables";
import { columnsIn } from "@/lib/table/columns";
import { chooseKey } from "@/lib/table/key-diff";
import { tableDiff, tableProfile, type TableParams } from "@/lib/queries/tables";

import { ChangedRows } from "./changed-rows";
import { KeyMenu } from "./key-menu";
import { KeyedRows } from "./keyed-rows";
import { useTablePageState } from "./use-table-page-state";

const MOST_COLUMNS = 20;

interface KeyedChangesProps {
  params: TableParams;
  /** Digest of the table to compare with. */
  base: string;
}

/** The differences from another table: values that changed in rows with the same key, or whole rows. */
export function KeyedChanges({ params, base }: KeyedChangesProps) {
  const [{ key: asked }, setState] = useTablePageState();
  const compared = { ...params, base };
  const diff = useQuery(tableDiff(compared, { offset: 0, limit: TABLE_DIFF_ROWS }));
  const before = useQuery(tableProfile({ ...params, digest: base }));
  const after = useQuery(tableProfile(params));
  const rows = diff.data?.rows;
  const isSettled = !before.isLoading && !after.isLoading;
  const columns = useMemo(
    () =>
      columnsIn(
        (rows ?? []).map(({ val }) => val),
        MOST_COLUMNS,
      ).columns.filter((path) => path !== ""),
    [rows],
  );
  const chosen = useMemo(() => {
    if (!rows || !isSettled) return undefined;
    const profiles = [before.data, after.data];
    return chooseKey(rows, columns, (path) => profiles.every((profile) => !profile || hasUnique(profile, path)));
  }, [rows, columns, isSettled, before.data, after.data]);
  const key = useMemo(() => asked ?? (chosen === undefined ? [] : [chosen]), [asked, chosen]);
  // Whole rows are compared by a list of its own, which says what went wrong.
  if (diff.isError && !diff.data) return <ChangedRows params={params} base={base} />;
  if (!diff.data || (asked === null && !isSettled))
    return (
      <div role="status" aria-label="Comparing" className="grid gap-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {(columns.length > 0 || key.length > 0) && (
        <KeyMenu
          columns={[...new Set([...columns, ...key])]}
          selected={key}
          onChange={(next) => void setState({ key: [...next] }, { history: "replace" })}
        />
      )}
      {key.length === 0 ? (
        <ChangedRows params={params} base={base} />
      ) : (
        <KeyedRows key={key.join("\n")} diff={diff.data} columns={columns} keyPaths={key} />
      )}
    </div>
  );
}

/** Whether the rows that a profile covers have different values in a column, each of them one. */
function hasUnique({ columns, profiled }: TableProfile, path: string): boolean {
  const column = columns.find((each) => each.path === path);
  return column !== undefined && column.missing === 0 && column.distinct === profiled;
}
