import { setTimeout as wait } from "node:timers/promises";

/** Resolves after some milliseconds, or as soon as the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
