import type { Dispatcher } from "undici";
import type { RemoteRunnerConfig, RunnerConfig } from "./runner-config";
import { CommandRunner } from "./command-runner";
import { RayRunner } from "./ray-runner";
import { ServiceRunner } from "./service-runner";
import type { RemoteRunner, Runner, RunnerFacts } from "./runner";

type RunnerOptions = {
  /** Folder of the files of jobs that run on this machine, and the name of the machine. */
  folder: string;
  /** Folder of trained weights. */
  models: string;
  machine: string;
  environment: Readonly<Record<string, string | undefined>>;
};

export function createRunner(config: RunnerConfig, options: RunnerOptions): Runner {
  return config.type === "command" ? new CommandRunner({ config, ...options }) : createRemoteRunner(config);
}

/** A runner at an address. `dispatcher`: how connections are made, for an address that must be checked. */
export function createRemoteRunner(config: RemoteRunnerConfig, dispatcher?: Dispatcher): RemoteRunner {
  return config.type === "ray" ? new RayRunner(config, dispatcher) : new ServiceRunner(config, dispatcher);
}

/** What the interface shows of the runner. */
export function factsOf({ type, concurrency, silence_limit_s }: RunnerConfig): RunnerFacts {
  return { kind: type, concurrency, silenceLimitSeconds: silence_limit_s };
}
