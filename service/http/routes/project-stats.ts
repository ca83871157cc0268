import type { TimeStatsQuery } from "@/lib/contract/call-stats";
import { selectionOf } from "@/lib/contract/metrics";
import type { ProjectStats } from "@/lib/contract/projects";
import { timeStats } from "@/service/costs/call-stats";

/** What a project's home shows of a range, as `/calls/stats` counts it. */
export async function projectStats(
  store: Parameters<typeof timeStats>[0],
  project_id: string,
  range: { start: string; end: string },
): Promise<ProjectStats> {
  const totals = async (counted: Pick<TimeStatsQuery, "filter" | "query" | "feedback">) =>
    (await timeStats(store, { project_id, ...range, ...counted }, range.end)).totals[0];
  const traces = await totals({ filter: { trace_roots_only: true } });
  const failing = await totals(selectionOf({ measure: "failing_traces" }));
  const calls = await totals({ feedback: {} });
  return {
    project_id,
    traces: traces?.count ?? 0,
    failed_traces: traces?.errors ?? 0,
    failing_traces: failing?.count ?? 0,
    latency_p95_ms: traces?.latency_p95_ms,
    total_cost: calls?.total_cost ?? {},
    unpriced: calls?.unpriced ?? 0,
    feedback: { count: calls?.feedback?.count ?? 0 },
  };
}
