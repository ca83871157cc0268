import type { CallRow } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { childrenFirst, type SpanTree } from "./span-tree";

/**
 * The status of every call of a loaded trace: by its own exception, else running until it ends, else by whether a
 * descendant failed. Placeholders have only `descendant_error` or none.
 */
export function deriveStatuses(tree: SpanTree): Map<string, CallStatus> {
  const statuses = new Map<string, CallStatus>();
  const failedBelow = new Set<string>();
  for (const { id, row, parent } of childrenFirst(tree)) {
    const own = row && ownStatus(row);
    const status = failedBelow.has(id) && own !== "error" && own !== "running" ? "descendant_error" : own;
    if (status) statuses.set(id, status);
    if (parent && (own === "error" || failedBelow.has(id))) failedBelow.add(parent.id);
  }
  return statuses;
}

function ownStatus({ exception, ended_at: endedAt }: CallRow): CallStatus {
  if (exception !== undefined) return "error";
  return endedAt === undefined ? "running" : "success";
}
