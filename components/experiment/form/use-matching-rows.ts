"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { type NewExperiment, rowFilterOf } from "@/lib/experiment/new-experiment";
import { columnCells } from "@/lib/queries/column-cells";
import { matchingRows } from "@/lib/table/row-filter";

export interface MatchingRows {
  /** Digests of the rows that the filter selects; undefined if there is no complete one, or while rows are read. */
  digests: readonly string[] | undefined;
  /** Number of rows that were compared. */
  compared: number | undefined;
  isReading: boolean;
  error: Error | null;
}

/** The rows of the table that the filter of the form selects. */
export function useMatchingRows(projectId: string, fields: NewExperiment): MatchingRows {
  const { rows, table, filterColumn: column } = fields;
  const isUsed = rows === "filter" && table !== "" && column !== "";
  const { data, error, isLoading } = useQuery({
    ...columnCells({ projectId, digest: table, column }),
    enabled: isUsed,
  });
  const filter = rowFilterOf(fields);
  const { comparison, text } = filter ?? {};
  const digests = useMemo(
    () =>
      data && comparison !== undefined && text !== undefined ? matchingRows(data, { comparison, text }) : undefined,
    [data, comparison, text],
  );
  return { digests, compared: data?.length, isReading: isUsed && isLoading, error };
}
