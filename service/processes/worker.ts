import cluster from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { type Logger, pino } from "pino";
import { DiskWatch } from "@/service/background/tasks/disk-watch";
import type { ServiceConfig } from "./config";
import { Metrics } from "@/service/telemetry/metrics";
import { measureProcess } from "./process-metrics";
import type { DatabaseOptions } from "@/service/store/connections/database";
import type { SharedPlaces } from "@/service/inference/places";
import { openTelemetry } from "@/service/telemetry/open";
import type { Tracing } from "@/service/telemetry/tracing";
import { SupervisedPlaces } from "./shared-places";
import { type Order, type Report, orderSchema, processKind } from "./messages";

/**
 * Lines are buffered briefly and written together: single writes would block requests for as long as the disk takes.
 * All processes of the service write to one pipe, where only writes of up to 4 KiB are atomic. A line is never split, so
 * only longer ones can be mixed with others.
 */
const LOG = { sync: false, minLength: 3 * 1024, maxWrite: 4 * 1024, periodicFlush: 100 };
const FLUSH_TIMEOUT_MS = 1_000;
const TELEMETRY_TIMEOUT_MS = 1_500;

/** What a process of the service works with. */
export type Work = {
  config: ServiceConfig;
  connection: DatabaseOptions["connection"];
  logger: Logger;
  metrics: Metrics;
  /** Makes traces of the work; absent unless they are exported. */
  tracing?: Tracing;
  /** The disk of the data folder; absent if the database is elsewhere. */
  disk?: DiskWatch;
  version: string;
  /** The places of model servers with limits, which all processes of the service share. */
  places: SharedPlaces;
  /** Resolves when it is to finish. */
  stopAsked: Promise<void>;
  /** To be called once it works. */
  isReady: () => void;
  /** The metrics of all processes of the service. */
  collectMetrics: () => Promise<string>;
};

/** Does one kind of the service's work, as its supervisor orders; it ends when the supervisor does. */
export async function work(config: ServiceConfig, version: string, signalled: Promise<void>): Promise<void> {
  const kind = processKind.parse(process.env.LOUPE_PROCESS);
  // Not for the programs that it starts.
  delete process.env.LOUPE_PROCESS;
  const metrics = new Metrics();
  measureProcess(metrics, version);
  const name = `${kind}-${cluster.worker?.id ?? 0}`;
  const asked = new Map<number, (text: string) => void>();
  const places = new SupervisedPlaces(send);
  let requestStop = () => {};
  const stopOrdered = new Promise<void>((resolve) => (requestStop = resolve));
  const started = new Promise<Work["connection"]>((resolve) => {
    const obey = (order: Order) => {
      switch (order.type) {
        case "start":
          return resolve(order.connection);
        case "stop":
          return requestStop();
        case "ask":
          return send({ type: "answer" });
        case "measure":
          return send({ type: "measured", id: order.id, families: metrics.families({ process: name }) });
        case "metrics":
          asked.get(order.id)?.(order.text);
          asked.delete(order.id);
          return;
        case "entered":
        case "refused":
          return places.handle(order);
      }
    };
    process.on("message", (message: unknown) => obey(orderSchema.parse(message)));
    send({ type: "loaded" });
  });
  const connection = await Promise.race([started, signalled]);
  if (!connection) return;
  const logger = openLog();
  const disk = config.databaseUrl === undefined ? new DiskWatch(config.dataFolder) : undefined;
  await disk?.check();
  const ending = new AbortController();
  void disk?.keepChecking({ logger, signal: ending.signal });
  const opening = openTelemetry({
    config: config.telemetry,
    process: name,
    version,
    connection,
    metrics,
    log: { info: (text) => logger.info(text), warn: (text) => logger.warn(text) },
  });
  const run = kind === "server" ? (await import("./server")).runServer : (await import("./background")).runBackground;
  const telemetry = await opening;
  let lastId = 0;
  await run({
    config,
    connection,
    logger,
    metrics,
    tracing: telemetry?.tracing,
    disk,
    version,
    places,
    stopAsked: Promise.race([stopOrdered, signalled]),
    isReady: () => send({ type: "ready" }),
    collectMetrics: async () =>
      new Promise((resolve) => {
        lastId += 1;
        asked.set(lastId, resolve);
        send({ type: "collect", id: lastId });
      }),
  });
  ending.abort();
  await telemetry?.close(TELEMETRY_TIMEOUT_MS);
  await flushed(logger);
}

/**
 * The log on standard output. When a process exits, pino writes its buffered lines in a loop that never ends if nobody
 * reads them any more; so they are written before an orderly end (see `flushed`), and are lost if the supervisor, and
 * perhaps the reader with it, was killed.
 */
function openLog(): Logger {
  // Before the listener of Node's cluster, which exits.
  process.prependOnceListener("disconnect", () => process.kill(process.pid, "SIGKILL"));
  return pino(pino.destination(LOG));
}

async function flushed(logger: Logger): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => logger.flush(() => resolve())), pause(FLUSH_TIMEOUT_MS)]);
}

function send(report: Report): void {
  process.send?.(report);
}
