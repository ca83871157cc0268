import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { keepAlerting } from "@/service/background/tasks/alerts";
import { keepAudit } from "@/service/background/tasks/audit";
import { keepMeasuringBacklog } from "@/service/background/tasks/backlog";
import { keepErasing } from "@/service/background/tasks/erasures";
import { keepExperimenting } from "@/service/background/tasks/experiments";
import { keepExpiring } from "@/service/background/tasks/retention";
import { keepRollingUp } from "@/service/background/tasks/rolled-hours";
import { keepScoring } from "@/service/background/tasks/scoring";
import { keepIndexing } from "@/service/background/tasks/text-index";
import { keepTotaling } from "@/service/background/tasks/trace-totals";
import { openTraining } from "@/service/background/tasks/training-jobs";
import { watchTasks } from "@/service/background/tasks/watch-tasks";
import { Quarantine } from "@/service/background/leases/quarantine";
import { BodyMemory, sentLimits } from "@/service/limits/body-memory";
import { measureDisk, measureWrites } from "@/service/background/tasks/storage-metrics";
import { measureMasking } from "@/service/telemetry/masking-metrics";
import { openMigratedStore } from "@/service/store/open-store";
import type { Work } from "./worker";

const STOP_TIMEOUT_MS = 3_000;
/** Its connections, as a part of those of a replica: it runs few statements at once. */
const SHARE = 4;

/**
 * Indexes texts, rolls up hours, totals traces, evaluates alerts, scores calls, runs experiments and training jobs,
 * erases the data of users, and removes old traces and audit records, until it is asked to stop.
 */
export async function runBackground(work: Work): Promise<void> {
  const { config, disk, logger, metrics, places, tracing } = work;
  const store = openMigratedStore({ connection: work.connection, processes: SHARE, watch: tracing?.database });
  measureMasking(metrics, store);
  measureWrites(metrics, store);
  const stopping = new AbortController();
  // Each task listens, and more than ten are no leak.
  setMaxListeners(0, stopping.signal);
  const watch = watchTasks(metrics, tracing);
  const watchModels = tracing?.modelRequest;
  const repeated = { logger, signal: stopping.signal, watch };
  if (disk) measureDisk(metrics, disk);
  const diskIsFull = () => disk?.isFull ?? false;
  const quarantine = new Quarantine();
  const training = openTraining({ config, store, quarantine, logger, metrics, environment: process.env, watch });
  void keepIndexing(store, diskIsFull, repeated);
  void keepRollingUp(store, diskIsFull, repeated);
  void keepTotaling(store, diskIsFull, repeated);
  void keepMeasuringBacklog(store, metrics, repeated);
  void keepAudit(store, config.auditDays, repeated);
  const alertsEnd = keepAlerting({ config, store, quarantine, diskIsFull, logger, metrics, watch }, stopping.signal);
  const memory = new BodyMemory(sentLimits);
  const sending = { config, store, places, memory, quarantine, diskIsFull, logger, metrics, watch, watchModels };
  const experimentsEnd = keepExperimenting(sending, stopping.signal);
  const scoringEnd = keepScoring(sending, stopping.signal);
  const erasuresEnd = keepErasing({ store, quarantine, logger, watch }, stopping.signal);
  const expiryEnd = keepExpiring({ store, quarantine, logger, watch }, stopping.signal);
  const trainingEnd = training.work(stopping.signal);
  work.isReady();
  await work.stopAsked;
  stopping.abort();
  const ends = [trainingEnd, alertsEnd, experimentsEnd, scoringEnd, erasuresEnd, expiryEnd];
  await Promise.race([Promise.all(ends), pause(STOP_TIMEOUT_MS)]);
  await Promise.race([store.close(), pause(STOP_TIMEOUT_MS)]);
}
