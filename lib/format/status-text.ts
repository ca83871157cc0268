import type { CallStatus } from "@/lib/contract/call-kinds";
import type { CallRow } from "@/lib/contract/calls";

/**
 * A status in words, as the pages say it: `success`, `error`, `descendant error`, `running`; `stale` if `call` says that it
 * has had no activity for a long time.
 */
export function statusText(status: CallStatus, call?: CallRow): string {
  return status === "running" && call?.overview?.stale ? "stale" : status.replaceAll("_", " ");
}
