import type { Client } from "@/lib/client/client";
import { FAILED, HAS_FAILING_STEP, whereAll } from "@/lib/contract/conditions";
import type { CallsSelection } from "@/lib/filter/calls-view";
import type { TraceFailures } from "@/lib/format/failures-text";

/** How many traces are selected, how many of them failed, and how many have a failing step. Counting stops at `limit`. */
export async function readFailures(
  { projectId, filter, query, limit }: CallsSelection & { projectId: string; limit?: number },
  client: Client,
  signal: AbortSignal,
): Promise<TraceFailures & { traces: number }> {
  const [traces = 0, failed = 0, failing = 0] = await Promise.all(
    [undefined, FAILED, HAS_FAILING_STEP].map(async (condition) => {
      const conditions = [...(query ? [query.$expr] : []), ...(condition ? [condition] : [])];
      const roots = { ...filter, trace_roots_only: true };
      const body = { project_id: projectId, filter: roots, query: whereAll(conditions), limit };
      return (await client.request("callsQueryStats", body, { signal })).count;
    }),
  );
  return { traces, failed, failing };
}
