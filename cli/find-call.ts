import type { CallRow, CallsFilter } from "@/lib/contract/calls";
import { streamRows } from "@/lib/queries/call-rows";
import type { Connection } from "./context";
import { CommandError } from "./exit-status";

const OLDEST = [{ field: "started_at", direction: "asc" as const }];

/** The call with an ID, or the root of the trace with that ID. */
export async function findCall({ client, projectId }: Connection, id: string, signal: AbortSignal): Promise<CallRow> {
  const filters: CallsFilter[] = [{ call_ids: [id] }, { trace_ids: [id], trace_roots_only: true }];
  for (const filter of filters) {
    const query = { projectId, filter, sort_by: OLDEST, limit: 1 };
    for await (const row of streamRows(query, client, signal)) return row;
  }
  throw new CommandError(
    `There is no call or trace ${JSON.stringify(id)} in ${projectId}. An ID must be whole; --project names another project.`,
  );
}
