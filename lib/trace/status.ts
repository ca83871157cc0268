import type { CallRow } from "@/lib/contract/calls";
import type { CallStatus } from "@/lib/contract/call-kinds";
import { childrenFirst, type SpanTree } from "./span-tree";

/**
 * The status of every call of a loaded trace: by its own exception, else running until it ends, else by whether a
 * descendant failed. Placeholders have only `descendant_error` or none.
 */
export function deriveStatuses(tree: SpanTree): Map<string, CallStatus> {
  const statuses = new Map<string, CallStatus>();
  const failing = failingCalls(tree);
  for (const { id, row } of tree.byId.values()) {
    const own = row && ownStatus(row);
    const status = failing.has(id) && own !== "error" && own !== "running" ? "descendant_error" : own;
    if (status) statuses.set(id, status);
  }
  return statuses;
}

/** The calls of a trace with a failing step: that failed, or with a failed call below them. */
export function failingCalls(tree: SpanTree): Set<string> {
  const failing = new Set<string>();
  for (const { id, row, parent } of childrenFirst(tree)) {
    if (row?.exception !== undefined) failing.add(id);
    if (parent && failing.has(id)) failing.add(parent.id);
  }
  return failing;
}

function ownStatus({ exception, ended_at: endedAt }: CallRow): CallStatus {
  if (exception !== undefined) return "error";
  return endedAt === undefined ? "running" : "success";
}
