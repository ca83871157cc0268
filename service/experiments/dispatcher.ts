import { describe } from "@/service/middleware/errors";
import { sleep } from "@/service/leases/sleep";
import type { FollowedExperiment } from "@/service/store/experiments/experiments-store";
import { ExperimentRun, type ExperimentRunOptions } from "./experiment-run";

/** Experiments that one process runs at once. */
const AT_ONCE = 16;

type DispatcherOptions = ExperimentRunOptions & { pollMs: number };

/** Claims experiments and runs them. Every replica has one; each experiment is run by one of them. */
export class ExperimentDispatcher {
  readonly #options: DispatcherOptions;
  readonly #running = new Set<Promise<void>>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** The number of experiments that this process runs. */
  get running(): number {
    return this.#running.size;
  }

  /** Claims what there is to be run. */
  async take(signal: AbortSignal): Promise<void> {
    const { store, holder, diskIsFull } = this.#options;
    while (!signal.aborted && !diskIsFull() && this.#running.size < AT_ONCE) {
      const experiment = await store.takeExperiment(holder);
      if (!experiment) return;
      const following = this.#follow(experiment, signal).finally(() => this.#running.delete(following));
      this.#running.add(following);
    }
  }

  /** Settles once no experiment is run any more. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #follow(experiment: FollowedExperiment, signal: AbortSignal): Promise<void> {
    try {
      await ExperimentRun.follow(experiment, this.#options, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#options.logger.warn(
        { error: describe(error), experiment: experiment.id },
        "stopped running an experiment; will resume",
      );
      // Whatever failed, such as the database, fails again at once.
      await sleep(this.#options.pollMs, signal);
    }
  }
}
