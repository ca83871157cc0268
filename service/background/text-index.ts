import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { describe } from "@/service/middleware/errors";
import type { Store } from "@/service/store/store";

const LOOK_EVERY_MS = 2_000;
const AFTER_A_FAULT_MS = 10_000;
/** While requests take more than this share of the time, indexing takes a fifth of it at most. */
const BUSY = 0.5;
const PATIENCE = 4;

type Indexed = Pick<Store, "projectsToIndex" | "indexProject">;

/**
 * Indexes calls for text search behind those that are stored, as long as the signal does not abort; settles soon after
 * it does. Every replica may do so: none does what another is at.
 */
export async function keepIndexing(
  store: Indexed,
  { logger, diskIsFull, signal }: { logger: Logger; diskIsFull: () => boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (!diskIsFull()) await indexWaiting(store, signal);
      await rest(LOOK_EVERY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ error: describe(error) }, "indexing for text search failed; it goes on");
      await rest(AFTER_A_FAULT_MS, signal);
    }
  }
}

/**
 * A round for each project in turn, until nothing is left that no other replica is at. A project that fails keeps none
 * of the others waiting; throws the first failure when they are done.
 */
async function indexWaiting(store: Indexed, signal: AbortSignal): Promise<void> {
  const failed = new Map<string, unknown>();
  for (let goesOn = true; goesOn;) {
    goesOn = false;
    for (const project of await store.projectsToIndex()) {
      if (signal.aborted) return;
      if (failed.has(project)) continue;
      const began = performance.now();
      const isIndexed = await store.indexProject(project).catch((error: unknown) => {
        failed.set(project, error);
        return false;
      });
      goesOn ||= isIndexed;
      await giveWay(performance.now() - began, signal);
    }
  }
  for (const failure of failed.values()) throw failure;
}

/** Rests as long as a round took, and longer while others are busy. */
async function giveWay(tookMs: number, signal: AbortSignal): Promise<void> {
  for (let times = 0; times < PATIENCE; times += 1) {
    const before = performance.eventLoopUtilization();
    await rest(tookMs, signal);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
