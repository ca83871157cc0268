import { setTimeout as pause } from "node:timers/promises";

/** Waits, or until the signal aborts. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
