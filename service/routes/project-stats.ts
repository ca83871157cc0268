import type { ProjectStats } from "@/lib/contract/projects";
import { timeStats } from "./call-stats";

/** What a project's home shows of a range, as `/calls/stats` counts it. */
export async function projectStats(
  store: Parameters<typeof timeStats>[0],
  project_id: string,
  range: { start: string; end: string },
): Promise<ProjectStats> {
  const totals = async (filter: { trace_roots_only?: boolean }) =>
    (await timeStats(store, { project_id, ...range, filter }, range.end)).totals[0];
  const traces = await totals({ trace_roots_only: true });
  const calls = await totals({});
  return {
    project_id,
    traces: traces?.count ?? 0,
    failed_traces: traces?.errors ?? 0,
    latency_p95_ms: traces?.latency_p95_ms,
    total_cost: calls?.total_cost ?? {},
    unpriced: calls?.unpriced ?? 0,
  };
}
