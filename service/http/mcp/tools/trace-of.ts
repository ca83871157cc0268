import { AppError } from "@/lib/contract/app-error";
import type { CallRow } from "@/lib/contract/calls";
import { isNotFound } from "@/lib/client/api-error";
import { ROW_COLUMNS } from "@/lib/queries/call-rows";
import { readTraceCosts } from "@/lib/queries/read-trace-costs";
import { type TraceView, traceView } from "@/lib/trace-text/trace-view";
import type { Caller } from "@/service/http/mcp/tool";
import { rowsOf } from "./find-traces";

/** The most calls of a trace that are read. */
const TRACE_CALLS = 5_000;

export interface FoundTrace {
  project: string;
  traceId: string;
  view: TraceView;
  /** The call that was asked for, if the id was that of a call. */
  callId: string | undefined;
  /** Whether the trace has more calls than were read. */
  isCut: boolean;
}

/** All calls of a trace, by its id or that of one of its calls. Throws `not_found`. */
export async function readTraceOf(caller: Caller, project: string, id: string): Promise<FoundTrace> {
  const own = await callsOf(caller, project, id);
  if (own.length > 0) return found(caller, { project, traceId: id, callId: undefined }, own);
  const traceId = await traceOfCall(caller, project, id);
  return found(caller, { project, traceId, callId: id }, await callsOf(caller, project, traceId));
}

async function found(
  { client, now, signal }: Caller,
  what: Pick<FoundTrace, "project" | "traceId" | "callId">,
  rows: readonly CallRow[],
): Promise<FoundTrace> {
  const costs = await readTraceCosts(what.project, what.traceId, client, signal);
  return { ...what, view: traceView(rows.slice(0, TRACE_CALLS), now, costs), isCut: rows.length > TRACE_CALLS };
}

async function callsOf(caller: Caller, project: string, traceId: string): Promise<CallRow[]> {
  return rowsOf(caller, {
    project_id: project,
    filter: { trace_ids: [traceId] },
    sort_by: [{ field: "started_at", direction: "asc" }],
    columns: [...ROW_COLUMNS],
    include_overview: true,
    include_extras: true,
    limit: TRACE_CALLS + 1,
  });
}

async function traceOfCall({ client, signal }: Caller, project: string, id: string): Promise<string> {
  try {
    return (await client.request("callRead", { project_id: project, id }, { signal })).call.trace_id;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new AppError("not_found", `trace_id: project ${project} has no trace and no call with the ID ${id}`);
  }
}
