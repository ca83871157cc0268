import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { nextTurn } from "@/lib/client/yield-to-main";
import { EXPERIMENT_ROWS } from "@/lib/contract/limits";
import { type ColumnCell, columnText } from "@/lib/table/row-filter";
import type { TableParams } from "./tables";

/** Number of rows that are read at a time. */
const PART_ROWS = 500;

/** The values of one column in the rows of a table, in its order: of the first ones, as many as an experiment can run. */
export function columnCells(
  { projectId, digest, column }: TableParams & { column: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["tables", "cells", { projectId, digest, column }] as const,
    queryFn: async ({ signal }) => {
      const cells: ColumnCell[] = [];
      while (cells.length < EXPERIMENT_ROWS) {
        const body = { project_id: projectId, digest, limit: PART_ROWS, offset: cells.length };
        const { rows } = await client.request("tableQuery", body, { signal });
        for (const row of rows) cells.push({ digest: row.digest, text: columnText(row.val, column) });
        if (rows.length < PART_ROWS) break;
        await nextTurn();
      }
      return cells;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
