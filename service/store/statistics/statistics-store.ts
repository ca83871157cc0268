import { countByTime } from "./count-by-time";
import { rollUpCalls } from "./rollup";
import { totalTraces } from "./trace-totals";

/** Counts of calls over time, and what is computed for them after writes: hourly roll-ups and the totals of traces. */
export const statisticsStore = { countByTime, rollUpCalls, totalTraces };
