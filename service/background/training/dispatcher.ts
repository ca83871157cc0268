import type { Logger } from "pino";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { RunCounts, RunHolder } from "@/service/store/training/runs-store";
import { sleep } from "@/lib/limit/sleep";
import { RUN_TIMES, Run, type RunStore, type RunTimes } from "./run";
import type { RunnerEnd } from "./runner";
import type { Runners, UsedRunner } from "./runners";

const RETRY_MS = 5_000;
/** The type of runner if none is configured; it has never started a job. */
const NO_RUNNER = "none";

type DispatcherOptions = {
  store: RunStore;
  /** Without a current one new jobs wait, and jobs of an earlier runner that is not stored are ended. */
  runners: Runners;
  holder: RunHolder;
  /** Of all dispatchers of the process. */
  quarantine: Quarantine;
  logger: Logger;
  times?: RunTimes;
  onEnd: (status: RunnerEnd["status"]) => void;
};

/**
 * Passes training jobs to the runner and follows them to their end. Every replica has one; each job is followed by one
 * of them.
 */
export class Dispatcher {
  /** Number of events stored since the process began. */
  events = 0;
  /** Jobs of all projects that had not ended at the last poll. */
  counts: RunCounts = { queued: 0, running: 0, beside: 0 };
  readonly #options: DispatcherOptions;
  readonly #times: RunTimes;
  readonly #running = new Set<Promise<void>>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#times = options.times ?? RUN_TIMES;
  }

  /** Works until the signal aborts, and settles once no job is followed any more. The jobs themselves keep running. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#take(signal);
        await sleep(this.#times.pollMs, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#warn(error, "failed to look for training jobs; will retry");
        await sleep(RETRY_MS, signal);
      }
    }
    await Promise.all(this.#running);
  }

  async #take(signal: AbortSignal): Promise<void> {
    const { store, holder, runners, quarantine } = this.#options;
    await runners.refresh();
    this.counts = await store.countRuns(holder);
    while (!signal.aborted) {
      const { current } = runners;
      const kind = current?.facts.kind ?? NO_RUNNER;
      const suspects = quarantine.isFree ? "too" : "not";
      const run = await store.takeRun(holder, kind, this.#hasRoom(current), current?.id, suspects);
      if (!run) return;
      if (run.isSuspect) quarantine.enter(run);
      const following = this.#follow(run, signal);
      this.#running.add(following);
      void following.then(() => this.#running.delete(following));
    }
  }

  #hasRoom(current: UsedRunner | undefined): boolean {
    return current !== undefined && this.#running.size + this.counts.beside < current.facts.concurrency;
  }

  async #follow(run: Parameters<typeof Run.follow>[0], signal: AbortSignal): Promise<void> {
    const { store, runners, holder, quarantine, logger, onEnd } = this.#options;
    const used = runners.of(run);
    const onEvents = (count: number) => {
      this.events += count;
      quarantine.leave(run);
    };
    try {
      const options = { store, used, holder, times: this.#times, logger, onEvents, onEnd };
      await Run.follow(run, options, signal);
    } catch (error) {
      this.#warn(error, "stopped following a training job; will resume");
    } finally {
      quarantine.leave(run);
    }
  }

  #warn(error: unknown, text: string): void {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    this.#options.logger.warn({ error: { name, message, stack } }, text);
  }
}
