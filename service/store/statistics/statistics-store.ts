import type { Database } from "@/service/store/connections/database";
import { type CountedCalls, countByTime } from "./count-by-time";
import { rollUpCalls } from "./rollup";
import type { StatsQuery } from "./statements";

/** Counts of calls over time, and the hours that are counted in advance. */
export type StatisticsStore = {
  /**
   * Counts the calls that started within a range, by bucket of time and group, and over the whole range (no `bucket`);
   * and their tokens, each once, by the price that applies.
   */
  countByTime(query: StatsQuery): Promise<CountedCalls[]>;
  /**
   * Rolls up the hours whose calls have changed, so that `countByTime` and counts need not read them one by one. Hours
   * that are not rolled up yet are counted all the same. Stops when the signal aborts, or another replica does it.
   */
  rollUpCalls(signal: AbortSignal): Promise<void>;
};

export function statisticsStore(database: Database): StatisticsStore {
  return {
    countByTime: countByTime.bind(undefined, database),
    rollUpCalls: rollUpCalls.bind(undefined, database),
  };
}
