import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { describe } from "@/service/middleware/errors";
import { sleep } from "@/service/training/sleep";

const RETRY_MS = 10_000;

export type RepeatedWork = {
  /** What is done, as the log calls it: "indexing for text search". */
  name: string;
  run: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds between the end of a round and the next, by what the round took. */
  pauseMs: (tookMs: number) => number;
  /** The shortest pause after a round that failed. */
  retryMs?: number;
};

export type RepeatOptions = { logger: Logger; signal: AbortSignal };

/** Runs the work again and again until the signal aborts, and settles soon after. A failure is logged, and does not end it. */
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
      logger.warn({ error: describe(error) }, `${name} failed; it will be retried`);
      shortestMs = retryMs;
    }
    await sleep(Math.max(shortestMs, pauseMs(performance.now() - startedAt)), signal);
  }
}
