import type { Store } from "@/service/store/store";
import { type RepeatOptions, inProportion, repeat } from "./repeat";

const SHORTEST_PAUSE_MS = 1_000;
/** Pauses this many times as long as it worked. */
const PAUSE_FACTOR = 4;

/**
 * Computes the totals of the traces whose calls changed, until the signal aborts; settles soon after. Every replica can
 * run this; only one works at a time.
 */
export async function keepTotaling(
  store: Pick<Store, "totalTraces">,
  diskIsFull: () => boolean,
  options: RepeatOptions,
): Promise<void> {
  await repeat(
    {
      name: "computing the totals of traces",
      run: async (signal) => !diskIsFull() && store.totalTraces(signal),
      pauseMs: inProportion(PAUSE_FACTOR, SHORTEST_PAUSE_MS),
    },
    options,
  );
}
