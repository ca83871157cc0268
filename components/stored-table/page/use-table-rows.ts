"use client";

import { useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { useCallback, useState } from "react";

import type { Placed } from "@/components/data-table/column";

/** Rows of a list that is loaded in parts, where they are visible. */
export interface SparseRows<Row> {
  /** The row at a position: the same object while it is the same row. */
  rowAt: (at: number) => Placed<Row>;
  /** The loaded rows, in the order of their positions. */
  loaded: readonly Placed<Row>[];
  /** For the table, which tells which rows are visible. */
  onSeen: (indices: readonly number[]) => void;
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
}

/** Reads the parts with visible rows; requests for parts that are no longer visible are aborted. */
export function useSparseRows<Row, Key extends readonly unknown[]>(
  count: number,
  partRows: number,
  part: (offset: number) => UseQueryOptions<Row[], Error, Row[], Key>,
): SparseRows<Row> {
  // The first part is read with the table.
  const [seen, setSeen] = useState("0");
  const offsets = seen
    .split(",")
    .map(Number)
    .filter((offset) => offset < count);
  const parts = useQueries({ queries: offsets.map(part) });
  const failed = parts.find(({ isError }) => isError);
  const byOffset = new Map(offsets.map((offset, at) => [offset, parts[at]?.data]));
  const rowAt = usePlaced((at: number) => byOffset.get(at - (at % partRows))?.[at % partRows]);
  return {
    rowAt,
    loaded: offsets.flatMap((offset) => byOffset.get(offset)?.map((_, at) => rowAt(offset + at)) ?? []),
    onSeen: useCallback(
      (indices: readonly number[]) => {
        const next = [...new Set(indices.map((index) => index - (index % partRows)))];
        if (next.length > 0) setSeen(next.toSorted((a, b) => a - b).join());
      },
      [partRows],
    ),
    error: failed?.error ?? null,
    isFetching: parts.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { isError, refetch } of parts) if (isError) void refetch();
    },
  };
}

/** More rows than are in the document at once. */
const KEPT_PLACES = 10_000;

/** Rows at their positions: the same object as before while it is the same row, which a table renders only once. */
export function usePlaced<Row>(
  find: (at: number) => Row | undefined,
  isSame: (a: Row | undefined, b: Row | undefined) => boolean = Object.is,
): (at: number) => Placed<Row> {
  const [places] = useState(() => new Map<number, Placed<Row>>());
  return (at) => {
    const row = find(at);
    const before = places.get(at);
    if (before && isSame(before.row, row)) return before;
    const placed = { at, row };
    if (places.size > KEPT_PLACES) places.clear();
    places.set(at, placed);
    return placed;
  };
}
