import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import type { SecretsSource } from "@/service/secrets/secrets";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { Metrics } from "@/service/telemetry/metrics";
import { StartError } from "@/service/store/start-error";
import type { Store } from "@/service/store/store";
import { Secrets } from "@/service/secrets/secrets";
import { checkedConnections } from "@/service/background/training/checked-connections";
import { createRemoteRunner, createRunner, factsOf } from "@/service/background/training/create-runner";
import { Dispatcher } from "@/service/background/training/dispatcher";
import { type LeftJob, removeLeftovers } from "@/service/background/training/leftovers";
import { machineName, trainingFolder, trainingPath } from "@/service/background/training/machine";
import { ModelFolder } from "@/service/background/training/model-folder";
import type { CommandConfig, RunnerConfig } from "@/service/background/training/runner-config";
import { Runners } from "@/service/background/training/runners";
import { runnersReader } from "@/service/background/training/stored-runner";
import { type WatchTasks, repeat } from "./repeat";

const SWEEP_EVERY_MS = 60 * 60_000;
const SWEEP_RUNNERS_EVERY_MS = 30_000;

type TrainingOptions = {
  config: {
    trainingRunner?: RunnerConfig;
    /** A trainer that is installed on this machine, used if no runner is set up. */
    foundTrainer?: CommandConfig;
    /** The folder of jobs that run on this machine. */
    dataFolder: string;
    addedServers: Required<OutboundRules>;
    secrets: SecretsSource;
  };
  store: Store;
  quarantine: Quarantine;
  logger: Logger;
  metrics: Metrics;
  environment: Readonly<Record<string, string | undefined>>;
  watch?: WatchTasks;
};

/** Runs training jobs in the background. */
export type Training = {
  /**
   * Works until the signal aborts; settles once no job is followed any more. Running jobs continue and are followed
   * again later.
   */
  work(signal: AbortSignal): Promise<void>;
};

/** Throws `StartError` if the files of jobs cannot be stored. */
export function openTraining({
  config,
  store,
  quarantine,
  logger,
  metrics,
  environment,
  watch,
}: TrainingOptions): Training {
  const { trainingRunner, foundTrainer } = config;
  const isLocal = trainingRunner ? trainingRunner.type === "command" : foundTrainer !== undefined;
  const folder = isLocal ? openFolder(config.dataFolder) : undefined;
  const modelFolder = new ModelFolder(config.dataFolder);
  // Other runners' jobs can be followed from any machine; only programs belong to one.
  const machine = folder === undefined ? `${hostname()} ${randomUUID()}` : machineName(folder);
  const countEnd = metrics.counter(
    "loupe_training_jobs_ended_total",
    "Training jobs that ended on this replica, by status.",
  );
  const used = (runner: RunnerConfig) => ({
    runner: createRunner(runner, { folder: folder ?? "", models: modelFolder.path, machine, environment }),
    facts: factsOf(runner),
  });
  const connections = checkedConnections(config.addedServers);
  const dispatcher = new Dispatcher({
    store,
    runners: new Runners({
      configured: trainingRunner && used(trainingRunner),
      found: trainingRunner ? undefined : foundTrainer && used(foundTrainer),
      read: runnersReader(store, new Secrets(config.secrets)),
      create: (stored) => createRemoteRunner(stored, connections),
    }),
    holder: { machine, process: randomUUID() },
    quarantine,
    logger,
    onEnd: (status) => countEnd({ status }),
  });
  metrics.gauge("loupe_training_jobs", "Queued and running training jobs, across all replicas.", () =>
    (["queued", "running"] as const).map((status) => ({ labels: { status }, value: dispatcher.counts[status] })),
  );
  metrics.total("loupe_training_events_total", "Training events stored by this replica.", () => dispatcher.events);
  const sweeping = {
    name: "removing abandoned uploads and files of ended training jobs",
    async run() {
      await store.sweepTrainingParts();
      await removeLeftovers(trainingPath(config.dataFolder), async (job) => hasEnded(store, job));
      await modelFolder.sweep(async (id) => store.readCheckpointSteps(id));
    },
    pauseMs: () => SWEEP_EVERY_MS,
  };
  const sweepingRunners = {
    name: "deleting training runners that were replaced or removed",
    run: () => store.sweepTrainingRunners(),
    pauseMs: () => SWEEP_RUNNERS_EVERY_MS,
  };
  return {
    async work(signal) {
      const tasks = [sweeping, sweepingRunners].map((task) => repeat(task, { logger, signal, watch }));
      await Promise.all([dispatcher.work(signal), ...tasks]);
      await connections.close();
    },
  };
}

function openFolder(dataFolder: string): string {
  try {
    return trainingFolder(dataFolder);
  } catch {
    throw new StartError(`LOUPE_DATA_DIR: cannot write to ${dataFolder}; training jobs keep their files there`);
  }
}

/** False for an unknown job, which may belong to another database. */
async function hasEnded(store: Store, { id, project_id }: LeftJob): Promise<boolean> {
  const job = await store.readTrainingJob(id, [project_id]);
  return job?.ended_at !== undefined;
}
