import type { Store } from "@/service/store/store";
import { type RepeatOptions, inProportion, repeat } from "./repeat";

const SHORTEST_PAUSE_MS = 5_000;
/**
 * Pauses this many times as long as it worked, so an hour that is written to constantly takes a twentieth of the time.
 */
const PAUSE_FACTOR = 19;

/**
 * Rolls up the hours whose calls changed, until the signal aborts; settles soon after. Every replica can run this; only
 * one works at a time.
 */
export async function keepRollingUp(
  store: Pick<Store, "rollUpCalls">,
  diskIsFull: () => boolean,
  options: RepeatOptions,
): Promise<void> {
  await repeat(
    {
      name: "rolling up hours of calls",
      run: async (signal) => !diskIsFull() && store.rollUpCalls(signal),
      pauseMs: inProportion(PAUSE_FACTOR, SHORTEST_PAUSE_MS),
    },
    options,
  );
}
