import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { toJsonText } from "@/lib/json/text";
import type { Store } from "@/service/store/store";
import type { runsStore, RunHolder, RunWatch, RunWrite, TrainingRun } from "@/service/store/training/runs-store";
import { Lease } from "@/service/background/leases/lease";
import { endEvent } from "./client-events";
import { recordEvents } from "./record-events";
import { type RunState, type StopReason, outcome, readRunState, writeRunState } from "./run-state";
import { JobRefused, type RunnableJob, type Runner, type RunnerEnd, type RunnerReport } from "./runner";
import type { UsedRunner } from "./runners";
import { sleep } from "@/lib/limit/sleep";

/** How often a job is polled, and how long each kind of failure may last, in milliseconds. */
export type RunTimes = {
  pollMs: number;
  /** For a start that fails. */
  startMs: number;
  /** For a runner that does not respond. */
  unreachableMs: number;
  /** For a job that was asked to stop but does not. */
  stopMs: number;
};
export const RUN_TIMES: RunTimes = {
  pollMs: 1_000,
  startMs: 15 * 60_000,
  unreachableMs: 10 * 60_000,
  stopMs: 2 * 60_000,
};
const LONGEST_PAUSE_MS = 30_000;
/** How often a state that changed without an event is stored. */
const STORE_STATE_EVERY_MS = 10_000;
const FORGET_TRIES = 3;
/** How long a job that goes on with another runner waits for the former one to stop it. */
const LEAVE_MS = 1_000;

export type RunStore = Pick<Store, keyof typeof runsStore | "readTrainingBody">;

export type RunOptions = {
  store: RunStore;
  /** The job's runner; absent if there is none any more. */
  used: UsedRunner | undefined;
  holder: RunHolder;
  times: RunTimes;
  logger: Logger;
  onEvents: (count: number) => void;
  onEnd: (status: RunnerEnd["status"]) => void;
};

/** This process stops following the job: another process has it, or this one is stopping. */
const RELEASED = Symbol("released");

/** One job, from the time this process claims it until it has ended or another process has it. */
export class Run {
  readonly #run: TrainingRun;
  readonly #options: RunOptions;
  readonly #lease: Lease<RunWatch>;
  readonly #job: RunnableJob;
  #state: RunState;
  #eventCount: number;
  #storedAt = performance.now();
  /** Whether it is to go on with another runner. */
  #isLeft = false;
  /** When the job last had events, by this process's clock; absent until it was polled. */
  #activeAt: number | undefined;

  private constructor(run: TrainingRun, options: RunOptions, lease: Lease<RunWatch>) {
    this.#run = run;
    this.#options = options;
    this.#lease = lease;
    this.#state = readRunState(run.state);
    this.#eventCount = run.eventCount;
    const { id, project_id, model, body_bytes } = run;
    this.#job = { id, project_id, model, body_bytes, body: () => options.store.readTrainingBody({ project_id, id }) };
  }

  /** Follows a job that this process has claimed; settles when there is nothing more for it to do. */
  static async follow(run: TrainingRun, options: RunOptions, signal: AbortSignal): Promise<void> {
    const lease = await Lease.hold<RunWatch>({
      renew: () => options.store.renewRun(options.holder, run),
      unwatched: { cancelAsked: false, silentSeconds: 0 },
      signal,
      everyMs: options.times.pollMs,
    });
    const following = new Run(run, options, lease);
    try {
      await following.#follow();
      if (lease.isLost && !(await options.store.hasRun(run))) await following.#abandon();
    } finally {
      await lease.close();
      if (signal.aborted || following.#isLeft) await options.store.releaseRun(options.holder, run);
    }
  }

  get #silenceLimitSeconds(): number {
    return this.#options.used?.facts.silenceLimitSeconds ?? Number.POSITIVE_INFINITY;
  }

  async #follow(): Promise<void> {
    const runner = this.#ownRunner();
    if ("reason" in runner) return this.#endWithoutRunner(runner.reason);
    if (isUnended(this.#run)) {
      if (!this.#state.at && (await this.#start(runner)) === RELEASED) return;
      // Without a state it ended before it started.
      if (this.#state.at && (await this.#followUntilEnd(runner)) === RELEASED) return;
    }
    await this.#forget(runner);
  }

  /** The job's runner, or the reason why there is none. */
  #ownRunner(): Runner | { reason: string } {
    const { used, holder } = this.#options;
    const runner = used?.runner;
    const { before, status } = this.#run;
    const hasStarted = status !== "queued";
    if (!runner || (hasStarted && before && before.runner !== runner.kind))
      return { reason: `The job's runner, "${before?.runner ?? ""}", is no longer configured` };
    const { triedOn } = this.#state;
    const isElsewhere = triedOn !== undefined && triedOn !== holder.machine;
    // A start that another runner attempted is not known to have succeeded.
    if (runner.kind === "command" && !hasStarted && isElsewhere && before?.runner === "command")
      return { reason: "The machine that started this job is no longer available" };
    return runner;
  }

  async #endWithoutRunner(reason: string): Promise<void> {
    const { cancelAsked } = this.#lease.watch;
    const status = cancelAsked ? "cancelled" : "failed";
    if (isUnended(this.#run)) await this.#end(this.#state, { status, failure: { reason } });
    await this.#options.store.settleRun(this.#options.holder, this.#run);
  }

  async #start(runner: Runner): Promise<typeof RELEASED | undefined> {
    const { store, holder, logger } = this.#options;
    let since = performance.now();
    for (let tries = 0; !this.#lease.signal.aborted; tries += 1) {
      try {
        return await this.#tryToStart(runner);
      } catch (error) {
        if (this.#lease.signal.aborted) return RELEASED;
        const reason = messageOf(error);
        logger.warn({ job: this.#run.id, reason }, "starting a training job failed");
        if (isStoreUnavailable(error)) since = performance.now();
        if (this.#options.used?.retired?.aborted) return this.#leave(runner);
        const end = this.#endInsteadOfStarting(error, reason, performance.now() - since);
        if (end) return this.#endEarly(end);
        await store.delayRun(holder, this.#run, reason).catch(() => undefined);
        await this.#sleepAfter(tries, this.#options.used?.retired);
      }
    }
    return RELEASED;
  }

  /** Lets the job go on with another runner, because its own was replaced or removed before it started. */
  async #leave(runner: Runner): Promise<typeof RELEASED> {
    this.#isLeft = true;
    // A request to start it may have arrived although there is no response.
    const stopping = runner.stop(this.#job, undefined).catch(() => undefined);
    await Promise.race([stopping, sleep(LEAVE_MS, this.#lease.signal)]);
    await this.#write({ ...this.#state, triedOn: undefined });
    return RELEASED;
  }

  async #tryToStart(runner: Runner): Promise<typeof RELEASED | undefined> {
    if (this.#lease.watch.cancelAsked) {
      if (this.#state.triedOn !== undefined) await runner.stop(this.#job, undefined);
      return this.#endEarly({ status: "cancelled" });
    }
    const triedOn = this.#options.holder.machine;
    // A process that takes over before the next write does not know whether the job started.
    if (this.#state.triedOn !== triedOn && !(await this.#write({ ...this.#state, triedOn }))) return RELEASED;
    const at = await runner.start(this.#job, this.#lease.signal);
    return (await this.#write({ ...this.#state, at }, { status: "running" })) ? undefined : RELEASED;
  }

  /** The end of a job that could not be started for too long, or never can; undefined while it is retried. */
  #endInsteadOfStarting(error: unknown, reason: string, triedMs: number): RunnerEnd | undefined {
    const { startMs, stopMs } = this.#options.times;
    const { cancelAsked } = this.#lease.watch;
    const status = cancelAsked ? "cancelled" : "failed";
    if (error instanceof JobRefused) return { status, failure: { reason } };
    if (triedMs <= (cancelAsked ? stopMs : startMs)) return undefined;
    return { status, failure: { reason: `The job could not be started: ${reason}` } };
  }

  /** Ends a job that has not started, though it may have left something behind. */
  async #endEarly(end: RunnerEnd): Promise<typeof RELEASED | undefined> {
    return (await this.#end(this.#state, end)) ? undefined : RELEASED;
  }

  async #followUntilEnd(runner: Runner): Promise<typeof RELEASED | undefined> {
    const { signal } = this.#lease;
    let failingSince: number | undefined;
    for (let tries = 0; !signal.aborted;) {
      try {
        await this.#stopIfAsked(runner);
        const report = await runner.follow(this.#job, this.#state.at ?? {});
        if (await this.#store(report)) return signal.aborted ? RELEASED : undefined;
        [failingSince, tries] = [undefined, 0];
        if (!report.hasMore) await sleep(this.#options.times.pollMs, signal);
      } catch (error) {
        if (signal.aborted) return RELEASED;
        const now = performance.now();
        failingSince = isStoreUnavailable(error) ? now : (failingSince ?? now);
        const end = await this.#endUnreachable(runner, messageOf(error), now - failingSince);
        if (end) return (await this.#end(this.#state, end)) ? undefined : RELEASED;
        await this.#sleepAfter(tries);
        tries += 1;
      }
    }
    return RELEASED;
  }

  /** Stores what was reported and what follows from it; true once the job needs no more following. */
  async #store(report: RunnerReport): Promise<boolean> {
    const { progress, write } = recordEvents(this.#state.progress, report.events);
    const state = { ...this.#state, at: report.state, progress };
    const more = { ...write, resources: report.resources && toJsonText(report.resources) };
    this.#activeAt = isActive(report) ? performance.now() : (this.#activeAt ?? Number.NEGATIVE_INFINITY);
    const end = report.end ?? this.#overdue(state);
    if (end) return (await this.#end(state, end, more)) || this.#lease.signal.aborted;
    const now = performance.now();
    if (report.events.length === 0 && now - this.#storedAt < STORE_STATE_EVERY_MS) {
      this.#state = state;
      return false;
    }
    this.#storedAt = now;
    return !(await this.#write(state, { ...more, isActive: report.isWaiting }));
  }

  /** The end of a job that could not be followed for too long; undefined while that is retried. */
  async #endUnreachable(runner: Runner, reason: string, failingMs: number): Promise<RunnerEnd | undefined> {
    const { logger, times } = this.#options;
    logger.warn({ job: this.#run.id, reason }, "failed to follow a training job; will retry");
    if (failingMs <= times.unreachableMs) return this.#overdue(this.#state);
    // The request may have arrived although there is no response.
    await runner.stop(this.#job, this.#state.at).catch(() => undefined);
    const minutes = Math.round(times.unreachableMs / 60_000);
    return {
      status: "failed",
      failure: { reason: `The job's runner has not responded for ${minutes} min: ${reason}` },
    };
  }

  async #stopIfAsked(runner: Runner): Promise<void> {
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

  /** Events of a time when no process followed the job count too: the runner is polled first. */
  #isSilent(): boolean {
    const limit = this.#silenceLimitSeconds;
    if (this.#activeAt === undefined || this.#lease.watch.silentSeconds <= limit) return false;
    return performance.now() - this.#activeAt > limit * 1000;
  }

  #overdue({ stop }: RunState): RunnerEnd | undefined {
    if (!stop || Date.now() - stop.askedAt < this.#options.times.stopMs) return undefined;
    return {
      status: "failed",
      failure: {
        reason:
          "The runner was asked to stop the job but did not confirm that it stopped; it may still be running. Check the runner.",
      },
    };
  }

  async #end(state: RunState, reported: RunnerEnd, more: Partial<RunWrite> = {}): Promise<boolean> {
    const { status, failure } = outcome(reported, state, this.#silenceLimitSeconds);
    const said = state.progress.ended;
    // A client that follows the events waits for one of these, however the job ended.
    const isSaid = said === "failed" || (said === "ended" && status === "succeeded");
    const events = isSaid ? more.events : [...(more.events ?? []), endEvent({ status, failure })];
    const isEnded = await this.#write(state, { ...more, events, status, failure: failure && toJsonText(failure) });
    if (isEnded) this.#options.onEnd(status);
    return isEnded;
  }

  /** Stores a state; the one in memory changes only after that. */
  async #write(state: RunState, more: Partial<RunWrite> = {}): Promise<boolean> {
    const write = { ...more, eventCount: this.#eventCount, state: writeRunState(state) };
    const isWritten = await this.#options.store.writeRun(this.#options.holder, this.#run, write);
    if (!isWritten) this.#lease.lose();
    else {
      const added = more.events?.length ?? 0;
      this.#state = state;
      this.#eventCount += added;
      this.#options.onEvents(added);
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
        const reason = messageOf(error);
        this.#options.logger.warn({ job: this.#run.id, reason }, "cleaning up after a training job failed");
        await this.#sleepAfter(tries);
      }
    }
    if (!signal.aborted) await this.#options.store.settleRun(this.#options.holder, this.#run);
  }

  /** Ends a job whose project was erased. */
  async #abandon(): Promise<void> {
    const { used, logger } = this.#options;
    logger.info({ job: this.#run.id }, "a training job was erased; stopping its processes");
    await used?.runner.stop(this.#job, this.#state.at);
    await used?.runner.forget(this.#job, this.#state.at);
  }

  /** Pauses before a retry, longer each time. */
  async #sleepAfter(tries: number, other?: AbortSignal): Promise<void> {
    const { signal } = this.#lease;
    const until = other ? AbortSignal.any([signal, other]) : signal;
    await sleep(Math.min(LONGEST_PAUSE_MS, this.#options.times.pollMs * 2 ** tries), until);
  }
}

const isActive = ({ events, isWaiting, hasMore }: RunnerReport) =>
  events.length > 0 || isWaiting === true || hasMore === true;

/** While the database cannot be reached, the time limits of the runner do not apply. */
const isStoreUnavailable = (error: unknown) =>
  error instanceof AppError && (error.code === "unavailable" || error.code === "storage_full");

const isUnended = ({ status }: TrainingRun) => status === "queued" || status === "running";

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
