import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { EXPIRY_TIMES, expiryDispatcher } from "@/service/background/retention/expiry";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { Store } from "@/service/store/store";
import { type WatchTasks, repeat, unwatched } from "./repeat";

const TAKE_EVERY_MS = 10_000;

/**
 * Deletes the old traces of each project once a day until the signal aborts; settles once the transaction in progress has
 * ended. Every replica can run this; each project is followed by one of them.
 */
export async function keepExpiring(
  {
    store,
    quarantine,
    logger,
    watch = unwatched,
  }: {
    store: Store;
    quarantine: Quarantine;
    logger: Logger;
    watch?: WatchTasks;
  },
  signal: AbortSignal,
): Promise<void> {
  const holder = randomUUID();
  const dispatcher = expiryDispatcher({
    store,
    quarantine,
    holder,
    times: EXPIRY_TIMES,
    logger,
    pollMs: TAKE_EVERY_MS,
  });
  const taking = {
    name: "looking for old traces to delete",
    run: async () => {
      do {
        await dispatcher.finish();
        await dispatcher.take(signal, async (work) => watch.item("deleting old traces", work));
      } while (dispatcher.running > 0);
    },
    pauseMs: () => TAKE_EVERY_MS,
  };
  await repeat(taking, { logger, signal, watch });
}
