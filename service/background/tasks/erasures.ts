import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { erasureDispatcher } from "@/service/background/erasure/dispatcher";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { Store } from "@/service/store/store";
import { type WatchTasks, repeat, unwatched } from "./repeat";

const TAKE_EVERY_MS = 1_000;
const RENEW_MS = 1_000;

/**
 * Carries out the erasures of all projects until the signal aborts. Every replica can run this; each erasure is carried out
 * by one of them.
 */
export async function keepErasing(
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
  const times = { renewMs: RENEW_MS, pollMs: TAKE_EVERY_MS };
  const dispatcher = erasureDispatcher({ store, quarantine, logger, holder: randomUUID(), ...times });
  const taking = {
    name: "looking for data to erase",
    run: async () => dispatcher.take(signal, async (work) => watch.item("erasing the data of a user", work)),
    pauseMs: () => TAKE_EVERY_MS,
  };
  await repeat(taking, { logger, signal, watch });
  await dispatcher.finish();
}
