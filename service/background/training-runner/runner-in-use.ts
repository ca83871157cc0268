import { isDeepStrictEqual } from "node:util";
import { RUNNER_TEST_MS } from "@/lib/contract/limits";
import type { TrainingRunnerRead } from "@/lib/contract/training-runner";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import type { Secrets } from "@/service/secrets/secrets";
import type { Store } from "@/service/store/store";
import { checkedConnections } from "@/service/background/training/checked-connections";
import { createRemoteRunner, factsOf } from "@/service/background/training/create-runner";
import { trainerBaseModels } from "@/service/background/training/found-trainer";
import type { RunnerFacts } from "@/service/background/training/runner";
import type { CommandConfig, RemoteRunnerConfig, RunnerConfig } from "@/service/background/training/runner-config";
import {
  RUNNER_SEALED_OTHERWISE,
  openRunnerSecrets,
  runnerConfigOf,
} from "@/service/background/training/stored-runner";
import { describeConfiguredRunner, describeStoredRunner } from "./describe-runner";

interface RunnerDeps {
  /** The configured runner; without one, the stored one is used. */
  training?: RunnerConfig;
  /** A trainer that is installed on this machine, used if no runner is set up. */
  foundTrainer?: CommandConfig;
  store: Store;
  secrets: Secrets;
  addedServers: OutboundRules;
}

/** The runner that jobs are started on, or why there is none. */
type RunnerInUse = { source: "environment" | "stored" | "found"; config: RunnerConfig } | { problem: string };

const NO_RUNNER =
  "No training runner is set up. An admin of all projects can set one up in Settings › Training runner.";

/** The runner of `LOUPE_TRAINING_RUNNER`, or else the stored one, or else a trainer that is installed. */
export async function runnerInUse({ training, foundTrainer, store, secrets }: RunnerDeps): Promise<RunnerInUse> {
  if (training) return { source: "environment", config: training };
  const stored = await store.readTrainingRunner();
  if (!stored) return foundTrainer ? { source: "found", config: foundTrainer } : { problem: NO_RUNNER };
  const opened = openRunnerSecrets(stored, secrets);
  return opened
    ? { source: "stored", config: runnerConfigOf(stored.definition, opened) }
    : { problem: RUNNER_SEALED_OTHERWISE };
}

/** What anybody who sees jobs may know of it; undefined if there is none. */
export async function runnerFacts(deps: RunnerDeps): Promise<RunnerFacts | undefined> {
  const inUse = await runnerInUse(deps);
  return "config" in inUse ? factsOf(inUse.config) : undefined;
}

/** How the runner is set up, as admins see it. */
export async function readRunnerSetup({
  training,
  foundTrainer,
  store,
  secrets,
}: RunnerDeps): Promise<TrainingRunnerRead> {
  const stored = await store.readTrainingRunner();
  const shown = stored && describeStoredRunner(stored, secrets);
  if (training)
    return { source: "environment", runner: describeConfiguredRunner(training), ...(shown && { unused: shown }) };
  if (shown) return { source: "stored", runner: shown };
  return foundTrainer ? { source: "found", runner: describeConfiguredRunner(foundTrainer) } : { source: "none" };
}

type Reading = { config: RunnerConfig; at: number; models: Promise<readonly string[]> };

const FRESH_MS = 30_000;
const BASE_MODELS_MS = RUNNER_TEST_MS / 2;
/** Readings under way or young, so that two services that name each other as their runner do not ask endlessly. */
const readings = new WeakMap<RunnerDeps["secrets"], Reading>();

/** The base models that the runner names: those of its settings, or those that the other service names. */
export async function readBaseModels(deps: RunnerDeps): Promise<readonly string[]> {
  const inUse = await runnerInUse(deps);
  if (!("config" in inUse)) return [];
  const { config, source } = inUse;
  if (config.base_models) return config.base_models;
  if (config.type === "command") return trainerBaseModels(config.env.LOUPE_TRAINER_BASE_MODELS) ?? [];
  const known = readings.get(deps.secrets);
  if (known && isDeepStrictEqual(known.config, config) && Date.now() - known.at < FRESH_MS) return known.models;
  const models = askBaseModels(config, source === "stored" ? deps : undefined);
  readings.set(deps.secrets, { config, at: Date.now(), models });
  return models;
}

/** None if the runner does not respond: they are only suggestions. */
async function askBaseModels(
  config: RemoteRunnerConfig,
  checked: Pick<RunnerDeps, "addedServers"> | undefined,
): Promise<readonly string[]> {
  const connections = checked && checkedConnections(checked.addedServers);
  try {
    return await createRemoteRunner(config, connections).baseModels(BASE_MODELS_MS);
  } catch {
    return [];
  } finally {
    await connections?.close();
  }
}
