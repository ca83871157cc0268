import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { experimentDispatcher } from "@/service/background/experiments/dispatcher";
import { EXPERIMENT_TIMES } from "@/service/background/experiments/experiment-run";
import type { WatchModelRequest } from "@/service/inference/watch";
import type { SharedPlaces } from "@/service/inference/places";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { BodyMemory } from "@/service/limits/body-memory";
import type { Metrics } from "@/service/telemetry/metrics";
import type { Store } from "@/service/store/store";
import { type ServersConfig, openOnUse } from "./gateway";
import { type WatchTasks, repeat, unwatched } from "./repeat";

const TAKE_EVERY_MS = 1_000;

type ExperimentsOptions = {
  config: ServersConfig;
  store: Store;
  places: SharedPlaces;
  memory: BodyMemory;
  quarantine: Quarantine;
  diskIsFull: () => boolean;
  logger: Logger;
  metrics: Metrics;
  watch?: WatchTasks;
  watchModels?: WatchModelRequest;
};

/**
 * Runs experiments until the signal aborts; settles once the rows that were sent are answered. Every replica can run
 * this; each experiment is run by one of them.
 */
export async function keepExperimenting(
  {
    config,
    store,
    places,
    memory,
    quarantine,
    diskIsFull,
    logger,
    metrics,
    watch = unwatched,
    watchModels,
  }: ExperimentsOptions,
  signal: AbortSignal,
): Promise<void> {
  const countRow = metrics.counter(
    "loupe_experiment_rows_total",
    "Rows of experiments that this replica ran, by status.",
  );
  const gateway = openOnUse({ config, store, places, logger, watch: watchModels });
  const onRow = (status: string) => countRow({ status });
  const holder = randomUUID();
  const { inference } = gateway;
  const options = { store, inference, memory, holder, diskIsFull, times: EXPERIMENT_TIMES, logger, onRow };
  const dispatcher = experimentDispatcher({ ...options, quarantine, pollMs: TAKE_EVERY_MS });
  metrics.gauge("loupe_experiments_running", "Experiments that this replica runs.", () => dispatcher.running);
  const taking = {
    name: "looking for experiments",
    run: async () => dispatcher.take(signal, async (work) => watch.item("running an experiment", work)),
    pauseMs: () => TAKE_EVERY_MS,
  };
  await repeat(taking, { logger, signal, watch });
  await dispatcher.finish();
  await gateway.close();
}
