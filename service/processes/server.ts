import { setTimeout as pause } from "node:timers/promises";
import { FailedAttempts } from "@/lib/network/failed-attempts";
import { createApp } from "@/service/http/app";
import { serversOf } from "@/service/background/tasks/gateway";
import { openInference } from "@/service/inference/gateway";
import { People } from "@/service/people/people";
import { Recorder } from "@/service/inference/recorder";
import { Secrets } from "@/service/secrets/secrets";
import { startServing } from "@/service/http/serving";
import { openMigratedStore } from "@/service/store/open-store";
import { ModelFolder } from "@/service/background/training/model-folder";
import type { Work } from "./worker";

// For the statements of requests that were cut off.
const STOP_TIMEOUT_MS = 3_000;

/** Answers requests until it is asked to stop. Throws `StartError` when it cannot listen. */
export async function runServer(work: Work): Promise<void> {
  const { config, logger, metrics, tracing } = work;
  const count = config.processes;
  const store = openMigratedStore({ connection: work.connection, processes: count, watch: tracing?.database });
  const secrets = new Secrets(config.secrets);
  const inference = openInference({
    ...serversOf({ config, store, logger, places: work.places, watch: tracing?.modelRequest }, secrets),
    count: metrics.counter("loupe_upstream_requests_total", "Chat completions requested from model servers."),
  });
  metrics.gauge("loupe_upstream_requests_open", "Requests to model servers that are not answered, or wait.", () =>
    inference.servers().map(({ upstream }) => ({ labels: { upstream: upstream.name }, value: upstream.load })),
  );
  const recorder = new Recorder({
    store,
    logger,
    processes: count,
    count: metrics.counter("loupe_chat_records_total", "Records of chat completions, by outcome."),
  });
  const clock = () => new Date();
  let isStopping = false;
  const app = createApp({
    store,
    people: config.oidc && new People({ config: config.oidc, store, secrets, logger, clock }),
    training: config.trainingRunner,
    foundTrainer: config.foundTrainer,
    modelFolder: new ModelFolder(config.dataFolder),
    inference,
    recorder,
    logger,
    metrics,
    tracing,
    processes: { count, collectMetrics: work.collectMetrics },
    isStopping: () => isStopping,
    diskIsFull: () => work.disk?.isFull ?? false,
    clock,
    webhooks: config.webhooks,
    dashboardUrl: config.dashboardUrl,
    secrets,
    addedServers: config.addedServers,
    publicUrl: config.publicUrl,
    adminKey: config.adminKey,
    attempts: new FailedAttempts(undefined, count),
    trustedProxies: config.trustedProxies,
    allowedHosts: config.allowedHosts,
    coreOnly: config.coreOnly,
    version: work.version,
  });
  const serving = await startServing(app.fetch, config.host, config.port);
  work.isReady();
  await work.stopAsked;
  isStopping = true;
  await serving.drain(config.stop.drainMs);
  await serving.stop(config.stop.finishMs);
  await inference.close();
  await recorder.stop(STOP_TIMEOUT_MS);
  await Promise.race([store.close(), pause(STOP_TIMEOUT_MS)]);
}
