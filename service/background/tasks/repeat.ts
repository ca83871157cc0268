import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { describe } from "@/service/telemetry/describe-error";
import { sleep } from "@/lib/limit/sleep";

const RETRY_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;

export type RepeatedWork = {
  /** Description of the work in the log and the metrics: "indexing for text search". */
  name: string;
  /** One round; it may resolve to true if there was something to do, which is then in the traces. */
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds between the end of a round and the next, computed from the duration of the round. */
  pauseMs: (tookMs: number) => number;
  /** Minimum pause after a failed round. */
  retryMs?: number;
};

/** A pause of `factor` times as long as the round took, but at least `shortestMs` and at most a minute. */
export function inProportion(factor: number, shortestMs: number): RepeatedWork["pauseMs"] {
  return (tookMs) => Math.min(LONGEST_PAUSE_MS, Math.max(shortestMs, factor * tookMs));
}

/** Runs what tasks do, and notes how it went. */
export type WatchTasks = {
  round<Result>(task: string, round: () => Promise<Result>): Promise<Result>;
  /** The work of an item that was claimed: `running an experiment`. */
  item(name: string, work: () => Promise<void>): Promise<void>;
};

export type RepeatOptions = { logger: Logger; signal: AbortSignal; watch?: WatchTasks };

export const unwatched: WatchTasks = { round: async (_task, round) => round(), item: async (_name, work) => work() };

/** Repeats the work until the signal aborts, and settles soon after. A failure is logged and does not stop it. */
export async function repeat(
  { name, run, pauseMs, retryMs = RETRY_MS }: RepeatedWork,
  { logger, signal, watch = unwatched }: RepeatOptions,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    let shortestMs = 0;
    try {
      await watch.round(name, async () => run(signal));
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ error: describe(error) }, `${name} failed; will retry`);
      shortestMs = retryMs;
    }
    await sleep(Math.max(shortestMs, pauseMs(performance.now() - startedAt)), signal);
  }
}
