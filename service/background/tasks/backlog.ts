import type { Metrics } from "@/service/telemetry/metrics";
import type { Store } from "@/service/store/store";
import { type RepeatOptions, inProportion, repeat } from "./repeat";

const SHORTEST_PAUSE_MS = 15_000;
/** Pauses this many times as long as it read: long queues take longer to read. */
const PAUSE_FACTOR = 50;

/** Measures what waits for work in the background, until the signal aborts. Every replica measures the same. */
export async function keepMeasuringBacklog(
  store: Pick<Store, "backlog">,
  metrics: Metrics,
  options: RepeatOptions,
): Promise<void> {
  let known: Awaited<ReturnType<Store["backlog"]>> | undefined;
  const read = (value: (backlog: NonNullable<typeof known>) => number | undefined) => () => {
    const found = known && value(known);
    return found === undefined ? [] : [{ labels: {}, value: found }];
  };
  metrics.gauge(
    "loupe_text_index_waiting_calls",
    "Calls that are to be indexed for text search now, across all replicas; a thousand of a project are indexed at once.",
    read(({ textIndex }) => textIndex.calls),
  );
  metrics.gauge(
    "loupe_text_index_lag_seconds",
    "For how long the first of these calls has waited.",
    read(({ textIndex }) => textIndex.seconds),
  );
  metrics.gauge(
    "loupe_trace_totals_waiting",
    "Changes of traces whose totals are not computed yet, across all replicas.",
    read(({ traces }) => traces),
  );
  metrics.gauge(
    "loupe_last_backup_timestamp_seconds",
    "Start of the last backup by `loupe admin backup`, in seconds since the epoch; absent if there was none.",
    read(({ lastBackupAt }) => (lastBackupAt === undefined ? undefined : Date.parse(lastBackupAt) / 1000)),
  );
  await repeat(
    {
      name: "measuring what waits",
      async run() {
        known = await store.backlog();
      },
      pauseMs: inProportion(PAUSE_FACTOR, SHORTEST_PAUSE_MS),
    },
    options,
  );
}
