import type { RunnerConfig } from "./runner-config";
import { CommandRunner } from "./command-runner";
import { RayRunner } from "./ray-runner";
import { ServiceRunner } from "./service-runner";
import type { Runner, RunnerFacts } from "./runner";

type RunnerOptions = {
  /** Folder of the files of jobs that run on this machine, and the name of the machine. */
  folder: string;
  machine: string;
  environment: Readonly<Record<string, string | undefined>>;
};

export function createRunner(config: RunnerConfig, options: RunnerOptions): Runner {
  switch (config.type) {
    case "command":
      return new CommandRunner({ config, ...options });
    case "ray":
      return new RayRunner(config);
    case "service":
      return new ServiceRunner(config);
  }
}

/** What the interface shows of the runner. */
export function factsOf({ type, concurrency, silence_limit_s }: RunnerConfig): RunnerFacts {
  return { kind: type, concurrency, silenceLimitSeconds: silence_limit_s };
}
