import type { Logger } from "pino";
import { Dispatcher } from "@/service/background/leases/dispatcher";
import type { Quarantine } from "@/service/background/leases/quarantine";
import { Lease } from "@/service/background/leases/lease";
import { sleep } from "@/lib/limit/sleep";
import { describe } from "@/service/telemetry/describe-error";
import type { BegunExpiry, ExpiryRun } from "@/service/store/retention/retention-store";
import { FIRST_SEGMENT } from "@/service/store/search/remove-segments";
import type { Store } from "@/service/store/store";

/** How often the lease is renewed, and the shortest pause between two batches, in milliseconds. */
export type ExpiryTimes = { renewMs: number; pauseMs: number };
export const EXPIRY_TIMES: ExpiryTimes = { renewMs: 1_000, pauseMs: 50 };

export type ExpiryOptions = {
  store: Pick<
    Store,
    | "takeExpiry"
    | "goOnWithExpiry"
    | "renewExpiry"
    | "releaseExpiry"
    | "beginExpiry"
    | "expireTraces"
    | "expireHidden"
    | "cleanIndex"
    | "finishExpiry"
    | "isExpiryErased"
    | "endAudit"
  >;
  /** Identifies this process. */
  holder: string;
  times: ExpiryTimes;
  logger: Logger;
  pollMs: number;
  quarantine: Quarantine;
};
type FollowOptions = ExpiryOptions & { wentOn: () => Promise<void> };

/**
 * Claims runs that are due and deletes the old traces of their projects, one project after another. Every replica has one;
 * each run is followed by one of them.
 */
export function expiryDispatcher(options: ExpiryOptions): Dispatcher<ExpiryRun> {
  const { store, holder, logger, pollMs, quarantine } = options;
  return new Dispatcher({
    take: async (suspects) => store.takeExpiry(holder, suspects),
    follow: async (run, signal, wentOn) => followExpiry(run, { ...options, wentOn }, signal),
    goOn: async (run) => store.goOnWithExpiry(holder, run),
    quarantine,
    onFailure: ({ project_id }, error) =>
      logger.warn({ error: describe(error), project_id }, "stopped deleting old traces; will resume"),
    // Deleting frees space.
    diskIsFull: () => false,
    atOnce: 1,
    pollMs,
  });
}

/** Deletes what a claimed run is to delete, until it is done, another process has it, or the signal aborts. */
async function followExpiry(run: ExpiryRun, options: FollowOptions, stopping: AbortSignal): Promise<void> {
  const { store, holder, times } = options;
  const lease = await Lease.hold<object>({
    renew: () => store.renewExpiry(holder, run),
    unwatched: {},
    signal: stopping,
    everyMs: times.renewMs,
  });
  try {
    const begun = await store.beginExpiry(holder, run);
    if (begun && (await expire(begun, options, lease.signal))) return await store.finishExpiry(holder, run);
    // Nobody else completes the record of a run that was erased with its project.
    if (begun && (await store.isExpiryErased(run)))
      await store.endAudit(run.id, { status: 200, outcome: "ok", result: {} });
  } finally {
    await lease.close();
    await store.releaseExpiry(holder, run);
  }
}

/** Deletes in small transactions, with pauses for other work; returns whether all is done. */
async function expire(
  run: BegunExpiry,
  { store, holder, times, wentOn }: FollowOptions,
  signal: AbortSignal,
): Promise<boolean> {
  let segment: string | undefined = FIRST_SEGMENT;
  const steps = [
    async () => store.expireTraces(holder, run),
    async () => store.expireHidden(holder, run),
    async () => {
      const cleaned = segment === undefined ? undefined : await store.cleanIndex(holder, run, segment);
      segment = cleaned?.segment;
      return cleaned && { hasMore: segment !== undefined };
    },
  ];
  for (const step of steps)
    for (;;) {
      if (signal.aborted) return false;
      const startedAt = performance.now();
      const result = await step();
      if (!result) return false;
      await wentOn();
      if (!result.hasMore) break;
      // At most half of the time.
      await sleep(Math.max(times.pauseMs, performance.now() - startedAt), signal);
    }
  return true;
}
