import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { describe } from "@/service/middleware/errors";
import type { Store } from "@/service/store/store";

const LOOK_EVERY_MS = 5_000;
const AFTER_A_FAULT_MS = 10_000;
/** Rests so many times as long as it worked: an hour that is written to all the time takes a twentieth of the time. */
const PATIENCE = 19;
const LONGEST_REST_MS = 60_000;

/**
 * Rolls up hours behind the calls that are stored, as long as the signal does not abort; settles soon after it does.
 * Every replica may do so: one at a time does.
 */
export async function keepRollingUp(
  store: Pick<Store, "rollUpCalls">,
  { logger, diskIsFull, signal }: { logger: Logger; diskIsFull: () => boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now();
    try {
      if (!diskIsFull()) await store.rollUpCalls(signal);
      await rest(restAfter(performance.now() - began, LOOK_EVERY_MS), signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ error: describe(error) }, "rolling up hours of calls failed; it goes on");
      await rest(restAfter(performance.now() - began, AFTER_A_FAULT_MS), signal);
    }
  }
}

function restAfter(workedMs: number, leastMs: number): number {
  return Math.min(LONGEST_REST_MS, Math.max(leastMs, PATIENCE * workedMs));
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
