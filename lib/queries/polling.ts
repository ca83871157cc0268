import { ApiError } from "@/lib/client/api-error";
import { connectionGate } from "@/lib/client/browser-client";
import type { ConnectionGate } from "@/lib/client/connection-gate";

/** Milliseconds between two checks for changes. */
export const WATERMARK_MS = 1000;
const FAILED_POLL_MS = 15_000;

/** Every second, rarely while it fails, and never after the user declined to sign in again. */
export function pollInterval({ state }: { state: { status: string; error: Error | null } }): number | false {
  if (state.status !== "error") return WATERMARK_MS;
  return state.error instanceof ApiError && state.error.status === 401 ? false : FAILED_POLL_MS;
}

/** Milliseconds since it was made; 0 if a request was waiting for an unavailable service. */
export function stopwatch(gate: Pick<ConnectionGate, "waits"> = connectionGate): () => number {
  const [began, waits] = [performance.now(), gate.waits];
  return () => (gate.waits === waits ? performance.now() - began : 0);
}

/** Like `pollInterval`, but slow readings are repeated less often: they take at most a quarter of the time. */
export function pacedInterval(query: {
  state: { status: string; error: Error | null; data: { tookMs: number } | undefined };
}): number | false {
  const interval = pollInterval(query);
  return interval && Math.max(interval, 3 * (query.state.data?.tookMs ?? 0));
}

const DAYS_READ_MS = 60_000;

/** How often statistics of whole days are read again. */
export const polledDays = {
  staleTime: DAYS_READ_MS / 2,
  refetchInterval: (query: Parameters<typeof pollInterval>[0]) => {
    const interval = pollInterval(query);
    return interval && Math.max(interval, DAYS_READ_MS);
  },
};
