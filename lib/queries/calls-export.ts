import { ApiError } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { CallRow } from "@/lib/contract/calls";
import { CALLS_PER_DELETE } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";
import { FileParts } from "@/lib/format/file-parts";
import { type CallsSelection, type CallsView, sortCalls } from "@/lib/filter/calls-view";
import { requestedColumns } from "./call-rows";
import { rangeOf, selectCalls } from "./select-calls";

/** How often reading is resumed after a broken connection. */
const MOST_RESUMES = 5;

/** The calls of an export, and what is read of each. */
export interface ExportedCalls {
  projectId: string;
  view: CallsView;
  /** Only these calls; all that the view selects when absent. */
  ids?: readonly string[];
  /** Columns of `/calls/stream_query`, and attributes. */
  columns: readonly string[];
  withCosts: boolean;
  withFeedback?: boolean;
}

export interface ExportRequest extends ExportedCalls {
  /** The file's first line. */
  head: string;
  /** One call as a line of the file, with its line end. */
  lineOf: (row: CallRow) => string;
}

/** The query and the content of the file, to check that it is complete. */
interface ExportManifest {
  project_id: string;
  exported_at: string;
  query: CallsSelection & { sort_by: ReturnType<typeof sortCalls> };
  columns: readonly string[];
  /** Number of calls that the query selected when the export began. */
  expected: number;
  count: number;
  complete: boolean;
  /** Number of selected calls that are missing from the file, and why. */
  left_out: number;
  reason?: string;
  bytes: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
}

export interface ExportedFile {
  file: Blob;
  manifest: ExportManifest;
}

/**
 * Reads all calls of a view, or some of them, into a file. Reading is resumed after a broken connection; if that fails,
 * the file has the rows read so far and the manifest lists what is missing. Rejects when aborted, and when not even the
 * first row can be read.
 */
export async function exportCalls(
  request: ExportRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (count: number, expected: number) => void },
  client: Client = browserClient,
): Promise<ExportedFile> {
  const now = Date.now();
  const { counted, query, body } = await exportQuery(request, now);
  const { count: expected } = await client.request("callsQueryStats", counted, { signal });
  const file = new FileParts();
  file.add(request.head);
  let count = 0;
  let reason: string | undefined;
  try {
    for await (const row of exportedRows(body, client, signal)) {
      signal.throwIfAborted();
      file.add(request.lineOf(row));
      count += 1;
      onProgress(count, expected);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || count === 0) throw error;
    reason = error.message;
  }
  const manifest: ExportManifest = {
    project_id: request.projectId,
    exported_at: toTimestamp(now),
    query,
    columns: request.columns,
    expected,
    count,
    complete: reason === undefined,
    left_out: reason === undefined ? 0 : Math.max(0, expected - count),
    ...(reason === undefined ? {} : { reason }),
    ...file.end(),
  };
  return { file: file.blob, manifest };
}

/** The requests of an export that begins at `now` (milliseconds since 1970): calls that arrive later are not included. */
export async function exportQuery(
  { projectId, view: asked, ids, columns, withCosts, withFeedback = false }: ExportedCalls,
  now: number,
) {
  const { since, until } = await rangeOf(asked, now);
  const view = {
    ...asked,
    range: null,
    from: since,
    to: until !== null && Date.parse(until) < now ? until : toTimestamp(now),
  };
  const selection = withIds(await selectCalls(view, now), ids);
  const query = { ...selection, sort_by: sortCalls(view) };
  const counted = { project_id: projectId, ...selection };
  const body = {
    ...counted,
    ...query,
    columns: [...new Set(["id", ...requestedColumns(columns)])],
    include_overview: true,
    include_costs: withCosts,
    ...(withFeedback && { include_extras: true }),
  };
  return { counted, query, body };
}

/** All rows of an export; a broken connection is resumed after the last one. */
export async function* exportedRows(
  body: Awaited<ReturnType<typeof exportQuery>>["body"],
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<CallRow> {
  let lastId: string | undefined;
  for (let resumes = 0; ; resumes += 1) {
    try {
      const part = { ...body, after_id: lastId };
      for await (const row of client.stream("callsStreamQuery", part, { signal, isExport: true })) {
        yield row;
        lastId = row.id;
      }
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "cut_off" || resumes >= MOST_RESUMES) throw error;
    }
  }
}

function withIds(selection: CallsSelection, ids: readonly string[] | undefined): CallsSelection {
  if (!ids) return selection;
  // The rows were selected by hand, so the filter no longer matters.
  return { filter: { call_ids: ids.slice(0, CALLS_PER_DELETE) } };
}
