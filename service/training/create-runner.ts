import type { RunnerConfig } from "./runner-config";
import { CommandRunner } from "./command-runner";
import { RayRunner } from "./ray-runner";
import { ServiceRunner } from "./service-runner";
import type { Runner, RunnerFacts } from "./runner";

type Surroundings = {
  /** Where jobs that run on this machine have their files, and its name. */
  folder: string;
  machine: string;
  environment: Readonly<Record<string, string | undefined>>;
};

/** The runner that is configured. */
export function createRunner(config: RunnerConfig, surroundings: Surroundings): Runner {
  switch (config.type) {
    case "command":
      return new CommandRunner({ config, ...surroundings });
    case "ray":
      return new RayRunner(config);
    case "service":
      return new ServiceRunner(config);
  }
}

/** What is told of it. */
export function factsOf({ type, concurrency, silence_limit_s }: RunnerConfig): RunnerFacts {
  return { kind: type, concurrency, silenceLimitSeconds: silence_limit_s };
}
