"use client";

import { useQueries, type UseQueryOptions } from "@tanstack/react-query";

import type { Placed } from "@/components/data-table/sparse-row";

/** Rows of a list that is loaded in parts, where they are visible. */
export interface SparseRows<Row> {
  /** In the order of the requested positions. */
  rows: Placed<Row>[];
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
}

/** Reads the parts with the positions; requests for parts that are no longer visible are aborted. */
export function useSparseRows<Row, Key extends readonly unknown[]>(
  indices: readonly number[],
  partRows: number,
  part: (offset: number) => UseQueryOptions<Row[], Error, Row[], Key>,
): SparseRows<Row> {
  const offsets = [...new Set(indices.map((index) => index - (index % partRows)))];
  const parts = useQueries({ queries: offsets.map(part) });
  const byOffset = new Map(offsets.map((offset, at) => [offset, parts[at]?.data]));
  const failed = parts.find(({ isError }) => isError);
  return {
    rows: indices.map((at) => ({ at, row: byOffset.get(at - (at % partRows))?.[at % partRows] })),
    error: failed?.error ?? null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { isError, refetch } of parts) if (isError) void refetch();
    },
  };
}
