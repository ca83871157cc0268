import { Dispatcher } from "@/service/leases/dispatcher";
import { describe } from "@/service/middleware/errors";
import type { FollowedExperiment } from "@/service/store/experiments/experiments-store";
import { ExperimentRun, type ExperimentRunOptions } from "./experiment-run";

/** Experiments that one process runs at once. */
const AT_ONCE = 16;

/** Claims experiments and runs them. Every replica has one; each experiment is run by one of them. */
export function experimentDispatcher(
  options: ExperimentRunOptions & { pollMs: number },
): Dispatcher<FollowedExperiment> {
  const { store, holder, diskIsFull, pollMs, logger } = options;
  return new Dispatcher({
    take: async () => store.takeExperiment(holder),
    follow: async (experiment, signal) => ExperimentRun.follow(experiment, options, signal),
    onFailure: ({ id }, error) =>
      logger.warn({ error: describe(error), experiment: id }, "stopped running an experiment; will resume"),
    diskIsFull,
    atOnce: AT_ONCE,
    pollMs,
  });
}
