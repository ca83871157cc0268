import type { Client } from "@/lib/client/client";
import { yieldToMain } from "@/lib/client/yield-to-main";
import { parseAttributeField, valuePaths } from "@/lib/contract/attribute-field";
import type { CallRow, CallsFilter } from "@/lib/contract/calls";
import type { Query } from "@/lib/contract/expression";
import { columnPath } from "@/lib/table/column-path";
import { Extension } from "./extension";

/** The columns that a list shows, without payloads; `overview` has their previews. */
export const ROW_COLUMNS = [
  "id",
  "project_id",
  "op_name",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "ext_user_id",
  "started_at",
  "ended_at",
  "exception",
] as const;

interface RowsQuery {
  projectId: string;
  filter?: CallsFilter;
  query?: Query;
  sort_by?: { field: string; direction: "asc" | "desc" }[];
  newest?: number;
  limit?: number;
  include_storage_size?: boolean;
  afterId?: string;
  /** Requested in addition to `ROW_COLUMNS`: other columns, attributes, and paths of values inside payloads. */
  columns?: readonly string[];
  /** Whether the rows come with their costs and feedback, where the service has that: see `isWhole`. */
  extras?: boolean;
}

/** Whether a row came with its cost and feedback. */
export function isWhole(row: CallRow): boolean {
  return row.feedback !== undefined;
}

const includeExtras = new Extension();

/** All rows of one response; throws `cut_off` instead of returning only a part. */
export async function readRows(query: RowsQuery, client: Client, signal: AbortSignal): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for await (const row of yieldToMain(streamRows(query, client, signal))) rows.push(row);
  return rows;
}

/** Rows of calls as they arrive, without payloads; throws `cut_off` after the last one of a part. */
export async function* streamRows(query: RowsQuery, client: Client, signal: AbortSignal): AsyncGenerator<CallRow> {
  const { projectId, afterId, columns = [], extras = false, ...rest } = query;
  const body = {
    ...rest,
    project_id: projectId,
    columns: [...ROW_COLUMNS, ...requestedColumns(columns)],
    include_overview: true,
    ...(afterId === undefined ? {} : { after_id: afterId }),
  };
  const rows = (withExtras: boolean) =>
    client.stream("callsStreamQuery", withExtras ? { ...body, include_extras: true } : body, { signal });
  yield* extras ? includeExtras.stream(client, rows) : rows(false);
}

/** The columns that a request names for those of a list: of an attribute all places that it can be at. */
export function requestedColumns(columns: readonly string[]): string[] {
  return columns.flatMap((column) =>
    parseAttributeField(column) === undefined ? [column] : (valuePaths(column) ?? []).map(columnPath),
  );
}

export interface Watermark {
  latest: string | null;
  isEmpty: boolean;
}

export async function readWatermark(projectId: string, client: Client, signal: AbortSignal): Promise<Watermark> {
  const body = { project_id: projectId, limit: 1 };
  const { count, latest } = await client.request("callsQueryStats", body, { signal });
  return { latest: latest ?? null, isEmpty: count === 0 };
}
