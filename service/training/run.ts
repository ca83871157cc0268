import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { toJsonText } from "@/lib/json/text";
import type { Store } from "@/service/store/store";
import type { RunHolder, RunWrite, TrainingRun, RunsStore } from "@/service/store/training/runs-store";
import { hear } from "./hear";
import { Lease } from "./lease";
import { sleep } from "./sleep";
import { type RunState, type StopReason, outcome, readRunState, writeRunState } from "./run-state";
import { JobRefused, type RunnableJob, type Runner, type RunnerEnd, type RunnerReport } from "./runner";

/** How often a job is looked at, and how long each trouble with it may last, milliseconds. */
export type RunTimes = {
  lookEveryMs: number;
  /** Until a beginning that fails is given up. */
  startMs: number;
  /** Until a runner that does not answer is given up. */
  unreachableMs: number;
  /** Until a job that was asked to stop and has not is left alone. */
  stopMs: number;
};
export const RUN_TIMES: RunTimes = {
  lookEveryMs: 1_000,
  startMs: 15 * 60_000,
  unreachableMs: 10 * 60_000,
  stopMs: 2 * 60_000,
};
const LONGEST_REST_MS = 30_000;
/** What changes without an event is stored so often. */
const STORE_STATE_EVERY_MS = 10_000;
const FORGET_TRIES = 3;

export type RunStore = RunsStore & Pick<Store, "readTrainingBody">;

export type RunOptions = {
  store: RunStore;
  runner: Runner | undefined;
  holder: RunHolder;
  silenceLimitSeconds: number;
  times: RunTimes;
  logger: Logger;
  onEvents: (count: number) => void;
  onEnd: (status: RunnerEnd["status"]) => void;
};

/** Why nothing more is done here: the job is left to others, or its service stops. */
const LEFT = Symbol("left");

/** One job, from when this process takes it until it has ended or somebody else is at it. */
export class Run {
  readonly #run: TrainingRun;
  readonly #options: RunOptions;
  readonly #lease: Lease;
  readonly #job: RunnableJob;
  #state: RunState;
  #told: number;
  #storedAt = performance.now();
  /** When the job last had something to tell, by this process's clock; absent until it was asked. */
  #heardAt: number | undefined;

  private constructor(run: TrainingRun, options: RunOptions, lease: Lease) {
    this.#run = run;
    this.#options = options;
    this.#lease = lease;
    this.#state = readRunState(run.state);
    this.#told = run.told;
    const { id, project_id, model, body_bytes } = run;
    this.#job = { id, project_id, model, body_bytes, body: () => options.store.readTrainingBody({ project_id, id }) };
  }

  /** Goes on with a job that was taken; settles when nothing more is to be done here. */
  static async follow(run: TrainingRun, options: RunOptions, leave: AbortSignal): Promise<void> {
    const lease = await Lease.hold(options.store, options.holder, run, {
      leave,
      everyMs: options.times.lookEveryMs,
    });
    const here = new Run(run, options, lease);
    try {
      await here.#follow();
      if (lease.isLost && !(await options.store.hasRun(run))) await here.#abandon();
    } finally {
      await lease.close();
      if (leave.aborted) await options.store.releaseRun(options.holder, run);
    }
  }

  async #follow(): Promise<void> {
    const runner = this.#ownRunner();
    if ("reason" in runner) return this.#endWithout(runner.reason);
    if (isUnended(this.#run)) {
      if (!this.#state.at && (await this.#begin(runner)) === LEFT) return;
      // Without a state it has ended before it began.
      if (this.#state.at && (await this.#untilEnded(runner)) === LEFT) return;
    }
    await this.#forget(runner);
  }

  /** The runner that has the job, or why there is none. */
  #ownRunner(): Runner | { reason: string } {
    const { runner, holder } = this.#options;
    const { before, status } = this.#run;
    const isBegun = status !== "queued";
    if (!runner || (isBegun && before && before.runner !== runner.kind))
      return { reason: `It was run by the runner "${before?.runner ?? ""}", which is not configured any more` };
    const { triedOn } = this.#state;
    const isElsewhere = triedOn !== undefined && triedOn !== holder.machine;
    // What another runner tried did not begin, as far as is known.
    if (runner.kind === "command" && !isBegun && isElsewhere && before?.runner === "command")
      return { reason: "The machine that began it is gone" };
    return runner;
  }

  async #endWithout(reason: string): Promise<void> {
    const { cancelAsked } = this.#lease.watch;
    const status = cancelAsked ? "cancelled" : "failed";
    if (isUnended(this.#run)) await this.#end(this.#state, { status, failure: { reason } });
    await this.#options.store.settleRun(this.#options.holder, this.#run);
  }

  async #begin(runner: Runner): Promise<typeof LEFT | undefined> {
    const { store, holder, logger } = this.#options;
    let since = performance.now();
    for (let tries = 0; !this.#lease.signal.aborted; tries += 1) {
      try {
        return await this.#tryToBegin(runner);
      } catch (error) {
        if (this.#lease.signal.aborted) return LEFT;
        const reason = wordsOf(error);
        logger.warn({ job: this.#run.id, reason }, "a training job could not begin");
        if (isStoreAway(error)) since = performance.now();
        const end = this.#endInsteadOfBeginning(error, reason, performance.now() - since);
        if (end) return this.#endEarly(end);
        await store.delayRun(holder, this.#run, reason).catch(() => undefined);
        await this.#sleepAfter(tries);
      }
    }
    return LEFT;
  }

  async #tryToBegin(runner: Runner): Promise<typeof LEFT | undefined> {
    if (this.#lease.watch.cancelAsked) {
      if (this.#state.triedOn !== undefined) await runner.stop(this.#job, undefined);
      return this.#endEarly({ status: "cancelled" });
    }
    const triedOn = this.#options.holder.machine;
    // Whether it begins is not known to whoever takes over before the next write.
    if (this.#state.triedOn !== triedOn && !(await this.#write({ ...this.#state, triedOn }))) return LEFT;
    const at = await runner.start(this.#job, this.#lease.signal);
    return (await this.#write({ ...this.#state, at }, { status: "running" })) ? undefined : LEFT;
  }

  /** Whether it is tried again is a matter of time; undefined while it is. */
  #endInsteadOfBeginning(error: unknown, reason: string, triedMs: number): RunnerEnd | undefined {
    const { startMs, stopMs } = this.#options.times;
    const { cancelAsked } = this.#lease.watch;
    const status = cancelAsked ? "cancelled" : "failed";
    if (error instanceof JobRefused) return { status, failure: { reason } };
    if (triedMs <= (cancelAsked ? stopMs : startMs)) return undefined;
    return { status, failure: { reason: `It could not begin, the last time because: ${reason}` } };
  }

  /** Ends a job that has not begun, and may have left something all the same. */
  async #endEarly(end: RunnerEnd): Promise<typeof LEFT | undefined> {
    return (await this.#end(this.#state, end)) ? undefined : LEFT;
  }

  async #untilEnded(runner: Runner): Promise<typeof LEFT | undefined> {
    const { signal } = this.#lease;
    let troubleSince: number | undefined;
    for (let tries = 0; !signal.aborted;) {
      try {
        await this.#stopIfWanted(runner);
        const report = await runner.follow(this.#job, this.#state.at ?? {});
        if (await this.#take(report)) return signal.aborted ? LEFT : undefined;
        [troubleSince, tries] = [undefined, 0];
        if (!report.hasMore) await sleep(this.#options.times.lookEveryMs, signal);
      } catch (error) {
        if (signal.aborted) return LEFT;
        const now = performance.now();
        troubleSince = isStoreAway(error) ? now : (troubleSince ?? now);
        const end = await this.#endInTrouble(runner, wordsOf(error), now - troubleSince);
        if (end) return (await this.#end(this.#state, end)) ? undefined : LEFT;
        await this.#sleepAfter(tries);
        tries += 1;
      }
    }
    return LEFT;
  }

  /** Stores what was reported, with all that it means; true once nothing more is to come. */
  async #take(report: RunnerReport): Promise<boolean> {
    const { heard, write } = hear(this.#state.heard, report.events);
    const state = { ...this.#state, at: report.state, heard };
    const more = { ...write, resources: report.resources && toJsonText(report.resources) };
    this.#heardAt = isHeard(report) ? performance.now() : (this.#heardAt ?? Number.NEGATIVE_INFINITY);
    const end = report.end ?? this.#overdue(state);
    if (end) return (await this.#end(state, end, more)) || this.#lease.signal.aborted;
    const now = performance.now();
    if (report.events.length === 0 && now - this.#storedAt < STORE_STATE_EVERY_MS) {
      this.#state = state;
      return false;
    }
    this.#storedAt = now;
    return !(await this.#write(state, { ...more, isHeard: report.isWaiting }));
  }

  /** What becomes of a job that could not be followed for so long; undefined while it is tried again. */
  async #endInTrouble(runner: Runner, reason: string, troubledMs: number): Promise<RunnerEnd | undefined> {
    const { logger, times } = this.#options;
    logger.warn({ job: this.#run.id, reason }, "a training job could not be followed; it is tried again");
    if (troubledMs <= times.unreachableMs) return this.#overdue(this.#state);
    // It may hear that, though it does not say so.
    await runner.stop(this.#job, this.#state.at).catch(() => undefined);
    const minutes = Math.round(times.unreachableMs / 60_000);
    return { status: "failed", failure: { reason: `Its runner did not answer for ${minutes} min: ${reason}` } };
  }

  async #stopIfWanted(runner: Runner): Promise<void> {
    const reason = this.#state.stop?.reason ?? this.#stopReason();
    if (!reason) return;
    const stop = this.#state.stop ?? { reason, askedAt: Date.now() };
    if (!this.#state.stop && !(await this.#write({ ...this.#state, stop }))) return;
    await runner.stop(this.#job, this.#state.at);
  }

  #stopReason(): StopReason | undefined {
    if (this.#lease.watch.cancelAsked) return "cancel";
    return this.#isSilent() ? "silence" : undefined;
  }

  /** What it said while nobody listened is no silence: it is asked first. */
  #isSilent(): boolean {
    const limit = this.#options.silenceLimitSeconds;
    if (this.#heardAt === undefined || this.#lease.watch.silentSeconds <= limit) return false;
    return performance.now() - this.#heardAt > limit * 1000;
  }

  #overdue({ stop }: RunState): RunnerEnd | undefined {
    if (!stop || Date.now() - stop.askedAt < this.#options.times.stopMs) return undefined;
    return { status: "failed", failure: { reason: "It was asked to stop, and nothing says that it has" } };
  }

  async #end(state: RunState, said: RunnerEnd, more: Partial<RunWrite> = {}): Promise<boolean> {
    const { status, failure } = outcome(said, state, this.#options.silenceLimitSeconds);
    const isEnded = await this.#write(state, { ...more, status, failure: failure && toJsonText(failure) });
    if (isEnded) this.#options.onEnd(status);
    return isEnded;
  }

  /** Stores it; what this process knows changes only with what is stored. */
  async #write(state: RunState, more: Partial<RunWrite> = {}): Promise<boolean> {
    const write = { ...more, told: this.#told, state: writeRunState(state) };
    const isWritten = await this.#options.store.writeRun(this.#options.holder, this.#run, write);
    if (!isWritten) this.#lease.lose();
    else {
      const told = more.events?.length ?? 0;
      this.#state = state;
      this.#told += told;
      this.#options.onEvents(told);
    }
    return isWritten;
  }

  async #forget(runner: Runner): Promise<void> {
    const { signal } = this.#lease;
    for (let tries = 0; tries < FORGET_TRIES && !signal.aborted; tries += 1) {
      try {
        await runner.forget(this.#job, this.#state.at);
        return await this.#options.store.settleRun(this.#options.holder, this.#run);
      } catch (error) {
        const reason = wordsOf(error);
        this.#options.logger.warn({ job: this.#run.id, reason }, "what a training job left could not be removed");
        await this.#sleepAfter(tries);
      }
    }
    if (!signal.aborted) await this.#options.store.settleRun(this.#options.holder, this.#run);
  }

  /** Nobody will ask for it any more: its project was erased. */
  async #abandon(): Promise<void> {
    const { runner, logger } = this.#options;
    logger.info({ job: this.#run.id }, "a training job was erased; what runs of it is ended");
    await runner?.stop(this.#job, this.#state.at);
    await runner?.forget(this.#job, this.#state.at);
  }

  /** Longer each time. */
  async #sleepAfter(tries: number): Promise<void> {
    await sleep(Math.min(LONGEST_REST_MS, this.#options.times.lookEveryMs * 2 ** tries), this.#lease.signal);
  }
}

const isHeard = ({ events, isWaiting, hasMore }: RunnerReport) =>
  events.length > 0 || isWaiting === true || hasMore === true;

/** What cannot be stored or read for a while is no fault of the runner's: no time is counted. */
const isStoreAway = (error: unknown) =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "storage_full");

const isUnended = ({ status }: TrainingRun) => status === "queued" || status === "running";

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
