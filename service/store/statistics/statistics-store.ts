import { countByTime } from "./count-by-time";
import { rollUpCalls } from "./rollup";

/** Counts of calls over time, and the hourly roll-ups. */
export const statisticsStore = { countByTime, rollUpCalls };
