import type { Logger } from "pino";
import { toTimestamp } from "@/lib/contract/time";
import { Dispatcher } from "@/service/background/leases/dispatcher";
import type { Quarantine } from "@/service/background/leases/quarantine";
import { Lease } from "@/service/background/leases/lease";
import { describe } from "@/service/telemetry/describe-error";
import { verdictIds } from "@/service/background/scoring/call-scorer";
import type { HeldErasure } from "@/service/store/erasure/erasures";
import type { Store } from "@/service/store/store";

/** How often the project is read, at most, if calls of the user keep arriving. */
const MOST_ROUNDS = 10;

export type ErasureOptions = {
  store: Store;
  /** Identifies this process. */
  holder: string;
  logger: Logger;
  renewMs: number;
  pollMs: number;
  quarantine: Quarantine;
};
type FollowOptions = ErasureOptions & { wentOn: () => Promise<void> };

/** Claims erasures and carries them out. Every replica has one; each erasure is carried out by one of them. */
export function erasureDispatcher(options: ErasureOptions): Dispatcher<HeldErasure> {
  const { store, holder, logger, pollMs, quarantine } = options;
  return new Dispatcher({
    take: async (suspects) => store.takeErasure(holder, suspects),
    follow: async (erasure, signal, wentOn) => follow(erasure, { ...options, wentOn }, signal),
    goOn: async (erasure) => store.goOnWithErasure(holder, erasure),
    quarantine,
    onFailure: ({ id }, error) =>
      logger.warn({ error: describe(error), erasure: id }, "stopped erasing the data of a user; will resume"),
    // A disk that is full is a reason to erase.
    diskIsFull: () => false,
    atOnce: 1,
    pollMs,
  });
}

async function follow(erasure: HeldErasure, options: FollowOptions, stopping: AbortSignal): Promise<void> {
  const { store, holder, renewMs } = options;
  const lease = await Lease.hold<{ isHeld: boolean }>({
    renew: () => store.renewErasure(holder, erasure),
    unwatched: { isHeld: true },
    signal: stopping,
    everyMs: renewMs,
  });
  try {
    await store.noteErasure(holder, erasure);
    await erase(erasure, options, lease.signal);
  } catch (error) {
    if (lease.signal.aborted) return;
    await store.noteErasure(holder, erasure, "It failed and is tried again; the log of the service says why");
    throw error;
  } finally {
    await lease.close();
    await store.releaseErasure(holder, erasure);
  }
}

/** Reads the project until nothing more is found, then searches every table, and stores the receipt. */
async function erase(
  erasure: HeldErasure,
  { store, holder, wentOn }: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  let rounds = 0;
  let erased = 1;
  while (erased > 0 && rounds < MOST_ROUNDS) {
    signal.throwIfAborted();
    erased = await store.eraseOnce(erasure, verdictIds, signal);
    rounds += 1;
    await wentOn();
  }
  const verified_at = toTimestamp(Date.now());
  const { found, tables } = await store.searchErased(erasure, signal);
  signal.throwIfAborted();
  const counts = await store.countErased(erasure);
  await store.finishErasure(holder, erasure, {
    counts,
    found,
    verified_at,
    tables_searched: tables,
    rounds,
    still_arriving: erased > 0,
  });
}
