import { Dispatcher } from "@/service/background/leases/dispatcher";
import type { Quarantine } from "@/service/background/leases/quarantine";
import { describe } from "@/service/telemetry/describe-error";
import type { FollowedExperiment } from "@/service/store/experiments/experiments-store";
import { ExperimentRun, type ExperimentRunOptions } from "./experiment-run";

/** Experiments that one process runs at once. */
const AT_ONCE = 16;

/** Claims experiments and runs them. Every replica has one; each experiment is run by one of them. */
export function experimentDispatcher(
  options: Omit<ExperimentRunOptions, "wentOn"> & { quarantine: Quarantine; pollMs: number },
): Dispatcher<FollowedExperiment> {
  const { store, holder, quarantine, diskIsFull, pollMs, logger } = options;
  return new Dispatcher({
    take: async (suspects) => store.takeExperiment(holder, suspects),
    follow: async (experiment, signal, wentOn) => ExperimentRun.follow(experiment, { ...options, wentOn }, signal),
    goOn: async (experiment) => store.goOnWithExperiment(holder, experiment),
    quarantine,
    onFailure: ({ id }, error) =>
      logger.warn({ error: describe(error), experiment: id }, "stopped running an experiment; will resume"),
    diskIsFull,
    atOnce: AT_ONCE,
    pollMs,
  });
}
