import { formatDuration } from "@/lib/format/duration";
import { counted } from "@/lib/format/number";
import type { GraphNode } from "@/lib/trace/agent-graph";

/** The name of a step on the screen. */
export function stepName({ name, others, calls }: Pick<GraphNode, "name" | "others" | "calls">): string {
  if (others === 0) return name;
  return others === calls.length ? `${counted(others, "more call")}` : `${counted(others, "more step")}`;
}

/** The sum of the latencies of a step's calls. */
export function totalTime({ timed, totalMs }: Pick<GraphNode, "timed" | "totalMs">): string {
  if (timed === 0) return "";
  return timed === 1 ? formatDuration(totalMs) : `total ${formatDuration(totalMs)}`;
}

/** The mean of the latencies of a step's calls, if there are several. */
export function averageTime({ timed, totalMs }: Pick<GraphNode, "timed" | "totalMs">): string {
  return timed > 1 ? `average ${formatDuration(totalMs / timed)}` : "";
}
