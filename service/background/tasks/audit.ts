import type { Store } from "@/service/store/store";
import { type RepeatOptions, repeat } from "./repeat";

const PAUSE_MS = 3_600_000;

/**
 * Removes audit records that are older than so many days, every hour until the signal aborts. Every replica can run this.
 * Without `days` it does nothing: records are then kept forever.
 */
export async function keepAudit(
  store: Pick<Store, "expireAudit">,
  days: number | undefined,
  options: RepeatOptions,
): Promise<void> {
  if (days === undefined) return;
  await repeat(
    {
      name: "removing old audit records",
      run: async (signal) => (await store.expireAudit(days, signal)) > 0,
      pauseMs: () => PAUSE_MS,
    },
    options,
  );
}
