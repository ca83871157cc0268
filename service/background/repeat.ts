import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { describe } from "@/service/middleware/errors";
import { sleep } from "@/service/leases/sleep";

const RETRY_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

export type RepeatedWork = {
  /** Description of the work in the log: "indexing for text search". */
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds between the end of a round and the next, computed from the duration of the round. */
  pauseMs: (tookMs: number) => number;
  /** Minimum pause after a failed round. */
  retryMs?: number;
};

/** A pause of `factor` times as long as the round took, but at least `shortestMs` and at most a minute. */
export function inProportion(factor: number, shortestMs: number): RepeatedWork["pauseMs"] {
  return (tookMs) => Math.min(LONGEST_PAUSE_MS, Math.max(shortestMs, factor * tookMs));
}

export type RepeatOptions = { logger: Logger; signal: AbortSignal };

/** Repeats the work until the signal aborts, and settles soon after. A failure is logged and does not stop it. */
export async function repeat(
  { name, run, pauseMs, retryMs = RETRY_MS }: RepeatedWork,
  { logger, signal }: RepeatOptions,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    let shortestMs = 0;
    try {
      await run(signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ error: describe(error) }, `${name} failed; will retry`);
      shortestMs = retryMs;
    }
    await sleep(Math.max(shortestMs, pauseMs(performance.now() - startedAt)), signal);
  }
}
