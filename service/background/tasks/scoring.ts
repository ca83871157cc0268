import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { WatchModelRequest } from "@/service/inference/watch";
import type { SharedPlaces } from "@/service/inference/places";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { BodyMemory } from "@/service/limits/body-memory";
import type { Metrics } from "@/service/telemetry/metrics";
import { scoringDispatcher } from "@/service/background/scoring/dispatcher";
import { SCORING_TIMES } from "@/service/background/scoring/rule-run";
import type { Store } from "@/service/store/store";
import { type ServersConfig, openOnUse } from "./gateway";
import { type WatchTasks, repeat, unwatched } from "./repeat";

const TAKE_EVERY_MS = 1_000;

type ScoringOptions = {
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
 * Scores new calls by the scoring rules of all projects until the signal aborts; settles once those that were sent are
 * scored. Every replica can run this; each rule is followed by one of them.
 */
export async function keepScoring(
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
  }: ScoringOptions,
  signal: AbortSignal,
): Promise<void> {
  const countCall = metrics.counter("loupe_scored_calls_total", "Calls that this replica scored by rules, by status.");
  const gateway = openOnUse({ config, store, places, logger, watch: watchModels });
  const dispatcher = scoringDispatcher({
    store,
    inference: gateway.inference,
    memory,
    quarantine,
    holder: randomUUID(),
    diskIsFull,
    times: SCORING_TIMES,
    logger,
    onCall: (status) => countCall({ status }),
    pollMs: TAKE_EVERY_MS,
  });
  metrics.gauge("loupe_scoring_rules_running", "Scoring rules that this replica follows.", () => dispatcher.running);
  const taking = {
    name: "looking for calls to score",
    run: async () => dispatcher.take(signal, async (work) => watch.item("scoring calls by a rule", work)),
    pauseMs: () => TAKE_EVERY_MS,
  };
  await repeat(taking, { logger, signal, watch });
  await dispatcher.finish();
  await gateway.close();
}
