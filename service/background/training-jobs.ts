import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import type { ServiceConfig } from "@/service/config";
import type { Metrics } from "@/service/metrics";
import { StartError } from "@/service/store/start-error";
import type { Store } from "@/service/store/store";
import { createRunner, factsOf } from "@/service/training/create-runner";
import { Dispatcher } from "@/service/training/dispatcher";
import { type LeftJob, removeLeftovers } from "@/service/training/leftovers";
import { machineName, trainingFolder, trainingPath } from "@/service/training/machine";
import { rest } from "@/service/training/rest";
import type { RunnerFacts } from "@/service/training/runner";

const SWEEP_EVERY_MS = 60 * 60_000;

type TrainingOptions = {
  config: Pick<ServiceConfig, "trainingRunner" | "dataFolder">;
  store: Store;
  logger: Logger;
  metrics: Metrics;
  environment: Readonly<Record<string, string | undefined>>;
};

/** What runs training jobs beside the requests. */
export type Training = {
  /** Absent where no runner is configured. */
  facts?: RunnerFacts;
  /** Works until the signal aborts; settles once each job is left as it stands. */
  work(signal: AbortSignal): Promise<void>;
};

/** Throws `StartError` where the files of jobs cannot be kept. */
export function openTraining({ config, store, logger, metrics, environment }: TrainingOptions): Training {
  const { trainingRunner } = config;
  const folder = trainingRunner?.type === "command" ? openFolder(config.dataFolder) : undefined;
  // What runs elsewhere can be followed from anywhere: only programs belong to a machine.
  const machine = folder === undefined ? `${hostname()} ${randomUUID()}` : machineName(folder);
  const countEnd = metrics.counter("loupe_training_jobs_ended_total", "Training jobs that ended here, by how.");
  const facts = trainingRunner && factsOf(trainingRunner);
  const dispatcher = new Dispatcher({
    store,
    runner: trainingRunner && createRunner(trainingRunner, { folder: folder ?? "", machine, environment }),
    facts,
    holder: { machine, process: randomUUID() },
    logger,
    onEnd: (status) => countEnd({ status }),
  });
  metrics.gauge("loupe_training_jobs", "Training jobs that have not ended, of all replicas.", () =>
    (["queued", "running"] as const).map((status) => ({ labels: { status }, value: dispatcher.counts[status] })),
  );
  metrics.total("loupe_training_events_total", "Events of training jobs stored here.", () => dispatcher.events);
  const sweep = async () => {
    await store.sweepTrainingParts();
    await removeLeftovers(trainingPath(config.dataFolder), async (job) => isOver(store, job));
  };
  return {
    facts,
    async work(signal) {
      await Promise.all([dispatcher.work(signal), keepSweeping(sweep, logger, signal)]);
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

/** One that is not known may be another database's. */
async function isOver(store: Store, { id, project_id }: LeftJob): Promise<boolean> {
  const job = await store.readTrainingJob(id, [project_id]);
  return job?.ended_at !== undefined;
}

/** Removes bodies that never came whole, and files of jobs that nobody is at any more. */
async function keepSweeping(sweep: () => Promise<void>, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sweep();
    } catch (error) {
      if (!signal.aborted) logger.warn({ reason: String(error) }, "removing what is left of training jobs failed");
    }
    await rest(SWEEP_EVERY_MS, signal);
  }
}
