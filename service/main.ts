import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { FailedAttempts } from "@/lib/network/failed-attempts";
import { createApp } from "@/service/app";
import { type ServiceConfig, readServiceConfig } from "@/service/config";
import { DiskWatch } from "@/service/background/disk-watch";
import { openInference } from "@/service/inference/gateway";
import { Recorder } from "@/service/inference/recorder";
import { localUpstreams } from "@/service/inference/upstream-config";
import { localAddress } from "@/service/listening";
import { Metrics } from "@/service/metrics";
import { measureProcess } from "@/service/process-metrics";
import { keepRollingUp } from "@/service/background/rolled-hours";
import { startServing } from "@/service/serving";
import { keepEmbedded } from "@/service/store/embedded/keep-embedded";
import { openStore } from "@/service/store/open-store";
import { assertReachable } from "@/service/store/connections/reachable";
import { StartError } from "@/service/store/start-error";
import { keepIndexing } from "@/service/background/text-index";
import { openTraining } from "@/service/background/training-jobs";

/** Filled in by the build. */
declare const LOUPE_VERSION: string;

// Lines are buffered briefly and written together: single writes would block requests for as long as the disk takes.
const LOG = { sync: false, minLength: 12 * 1024, periodicFlush: 100 };
// For the statements of requests that were cut off.
const STOP_TIMEOUT_MS = 3_000;

const print = (line: string) => console.log(`loupe: ${line}`);

async function openDatabase({ databaseUrl, dataFolder }: ServiceConfig) {
  if (!databaseUrl) return keepEmbedded(dataFolder, print);
  await assertReachable(databaseUrl);
  return {
    connection: { connectionString: databaseUrl },
    lost: new Promise<never>(() => undefined),
    stop: async () => {},
  };
}

async function main(): Promise<void> {
  const config = readServiceConfig(process.env);
  const stopAsked = new Promise<void>((resolve, reject) => {
    // The parent process has the other end of the channel, which closes however that process ends.
    for (const event of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"]) process.on(event, () => resolve());
    process.channel?.unref();
    // After an unexpected error the database still has time to close.
    process.on("uncaughtException", reject);
  });
  const database = await openDatabase(config);
  try {
    const store = await openStore({ connection: database.connection });
    const logger = pino(pino.destination(LOG));
    const metrics = new Metrics();
    measureProcess(metrics, LOUPE_VERSION);
    const disk = config.databaseUrl === undefined ? new DiskWatch(config.dataFolder) : undefined;
    await disk?.check();
    if (disk)
      metrics.gauge(
        "loupe_disk_free_bytes",
        "Free bytes on the disk that holds the data folder.",
        () => disk.freeBytes,
      );
    const inference = openInference({
      upstreams: config.upstreams ?? localUpstreams(config.port),
      areGuesses: config.upstreams === undefined,
      count: metrics.counter("loupe_upstream_requests_total", "Chat completions requested from model servers."),
    });
    const diskIsFull = () => disk?.isFull ?? false;
    const recorder = new Recorder({
      store,
      logger,
      count: metrics.counter("loupe_chat_records_total", "Records of chat completions, by outcome."),
    });
    const training = openTraining({ config, store, logger, metrics, environment: process.env });
    const app = createApp({
      store,
      training: training.facts,
      inference,
      recorder,
      logger,
      metrics,
      diskIsFull,
      clock: () => new Date(),
      adminKey: config.adminKey,
      attempts: new FailedAttempts(),
      trustedProxies: config.trustedProxies,
      allowedHosts: config.allowedHosts,
      coreOnly: config.coreOnly,
      version: LOUPE_VERSION,
    });
    const serving = await startServing(app.fetch, config.host, config.port);
    const background = new AbortController();
    const repeated = { logger, signal: background.signal };
    void disk?.keepChecking(repeated);
    void keepIndexing(store, diskIsFull, repeated);
    void keepRollingUp(store, diskIsFull, repeated);
    const trainingEnd = training.work(background.signal);
    console.log(`ready service ${localAddress(config.host, config.port)}`);
    await Promise.race([stopAsked, database.lost]);
    await serving.stop();
    await inference.close();
    await recorder.stop(STOP_TIMEOUT_MS);
    background.abort();
    await Promise.race([trainingEnd, pause(STOP_TIMEOUT_MS)]);
    await Promise.race([store.close(), pause(STOP_TIMEOUT_MS)]);
  } finally {
    await database.stop();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartError ? `loupe: ${error.message}` : error);
  process.exit(1);
}
