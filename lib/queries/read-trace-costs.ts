import type { Client } from "@/lib/client/client";
import { yieldToMain } from "@/lib/client/yield-to-main";
import type { CallCost } from "@/lib/contract/call-costs";
import { literal, type Query } from "@/lib/contract/expression";
import type { TraceCosts } from "@/lib/trace/cost";
import { readCosts } from "@/lib/trace/read-costs";

/** The cost of each model in each call of a trace, for calls that report tokens. */
export async function readTraceCosts(
  projectId: string,
  traceId: string,
  client: Client,
  signal: AbortSignal,
): Promise<TraceCosts> {
  const costs = new Map<string, Record<string, CallCost>>();
  const body = {
    project_id: projectId,
    filter: { trace_ids: [traceId] },
    query: REPORTS_TOKENS,
    columns: ["id", "summary.costs"],
    include_costs: true,
  };
  for await (const { id, summary } of yieldToMain(client.stream("callsStreamQuery", body, { signal }))) {
    const own = summary && readCosts(summary);
    if (own) costs.set(id, own);
  }
  return costs;
}

const REPORTS_TOKENS: Query = {
  $expr: {
    $or: ["prompt_tokens", "completion_tokens", "total_tokens"].map((count) => ({
      $gt: [{ $getField: `overview.usage.${count}` }, literal(0)],
    })),
  },
};
