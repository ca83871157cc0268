import type { Database } from "@/service/store/connections/database";
import { type CountedCalls, countByTime } from "./count-by-time";
import { rollUpCalls } from "./rollup";
import type { StatsQuery } from "./statements";

/** Counts of calls over time, and the hours that are counted in advance. */
export type StatisticsStore = {
  /**
   * Counts the calls that started within a range, by bucket of time and group, and over the whole range (no `bucket`);
   * and their tokens, each once, apart by what prices them.
   */
  countByTime(query: StatsQuery): Promise<CountedCalls[]>;
  /**
   * Rolls up the hours whose calls have changed, so that `countByTime` and counts need not read them one by one; what is
   * not rolled up yet is counted all the same. Leaves off when the signal aborts, or another replica is at it.
   */
  rollUpCalls(signal: AbortSignal): Promise<void>;
};

export function statisticsStore(database: Database): StatisticsStore {
  return {
    countByTime: countByTime.bind(undefined, database),
    rollUpCalls: rollUpCalls.bind(undefined, database),
  };
}
