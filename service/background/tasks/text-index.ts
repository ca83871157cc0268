import { performance } from "node:perf_hooks";
import type { Store } from "@/service/store/store";
import { sleep } from "@/lib/limit/sleep";
import { type RepeatOptions, repeat } from "./repeat";

const POLL_MS = 2_000;
/** After each segment it pauses for this share of the time that it took, for other work on the same cores. */
const PAUSE_SHARE = 0.25;

type IndexedStore = Pick<Store, "projectsToIndex" | "indexProject">;

/**
 * Indexes stored calls for text search until the signal aborts; settles soon after. Every replica can run this; no two
 * work on the same project at once.
 */
export async function keepIndexing(
  store: IndexedStore,
  diskIsFull: () => boolean,
  options: RepeatOptions,
): Promise<void> {
  await repeat(
    {
      name: "indexing for text search",
      run: async (signal) => !diskIsFull() && indexWaiting(store, signal),
      pauseMs: () => POLL_MS,
    },
    options,
  );
}

/**
 * Indexes each project in turn, until only projects that other replicas work on are left. A failing project does not
 * delay the others; throws the first failure when they are done. Returns whether there was text.
 */
async function indexWaiting(store: IndexedStore, signal: AbortSignal): Promise<boolean> {
  const failures = new Map<string, unknown>();
  let hasIndexed = false;
  for (let hasMore = true; hasMore;) {
    hasMore = false;
    for (const project of await store.projectsToIndex()) {
      if (signal.aborted) return hasIndexed;
      if (failures.has(project)) continue;
      const startedAt = performance.now();
      const isIndexed = await store.indexProject(project).catch((error: unknown) => {
        failures.set(project, error);
        return false;
      });
      hasMore ||= isIndexed;
      hasIndexed ||= isIndexed;
      await sleep((performance.now() - startedAt) * PAUSE_SHARE, signal);
    }
  }
  for (const failure of failures.values()) throw failure;
  return hasIndexed;
}
