import type { Logger } from "pino";
import type { ExperimentStatus } from "@/lib/contract/experiments";
import { JsonNode } from "@/lib/json/node";
import { Lease } from "@/service/background/leases/lease";
import { sleep } from "@/lib/limit/sleep";
import { newId } from "@/service/ingest/new-id";
import type { Inference } from "@/service/inference/gateway";
import type { BodyMemory } from "@/service/limits/body-memory";
import type { FollowedExperiment, SentRow } from "@/service/store/experiments/experiments-store";
import type { Store } from "@/service/store/store";
import { experimentEnd, experimentStart } from "./calls";
import { readScorers } from "@/service/background/scoring/read-scorers";
import { Completions } from "@/service/background/scoring/completions";
import { modelProblem } from "@/service/background/scoring/model-problem";
import { RowRun } from "./row-run";
import { Summary } from "./summary";

const DEFAULT_PARALLEL = 4;

/** How often the lease is renewed, and the pause after the first failure of a model server, in milliseconds. */
export type ExperimentTimes = { renewMs: number; retryMs: number };
export const EXPERIMENT_TIMES: ExperimentTimes = { renewMs: 1_000, retryMs: 1_000 };

export type ExperimentRunOptions = {
  store: Store;
  inference: () => Inference;
  /** Of the requests that are built. */
  memory: BodyMemory;
  /** Identifies this process. */
  holder: string;
  /** Called whenever results were stored. */
  wentOn: () => Promise<void>;
  diskIsFull: () => boolean;
  times: ExperimentTimes;
  logger: Logger;
  onRow: (status: "answered" | "failed") => void;
};

type StatusLease = Lease<{ status: ExperimentStatus }>;

/** One experiment, from the time this process claims it until there is nothing to do or another process has it. */
export class ExperimentRun {
  readonly #experiment: FollowedExperiment;
  readonly #options: ExperimentRunOptions;
  readonly #lease: StatusLease;
  readonly #rows: RowRun;
  #hasStarted = false;

  private constructor(experiment: FollowedExperiment, options: ExperimentRunOptions, lease: StatusLease, rows: RowRun) {
    this.#experiment = experiment;
    this.#options = options;
    this.#lease = lease;
    this.#rows = rows;
  }

  /** Runs an experiment that this process has claimed. Once the signal aborts no more rows are sent. */
  static async follow(
    experiment: FollowedExperiment,
    options: ExperimentRunOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, inference, memory, holder, times, logger } = options;
    const lease = await Lease.hold<{ status: ExperimentStatus }>({
      renew: () => store.renewExperiment(holder, experiment),
      unwatched: { status: "queued" },
      // Not that of the process: rows that were sent are finished, if there is time.
      signal: new AbortController().signal,
      everyMs: times.renewMs,
    });
    let isSettled = false;
    try {
      const { project_id, definition } = experiment;
      const scorers = await readScorers(store, project_id, definition.scorer_refs ?? []);
      const completions = new Completions({ store, inference, memory, logger, retryMs: times.retryMs });
      const rows = new RowRun(experiment, { store, completions, scorers, signal: lease.signal });
      isSettled = await new ExperimentRun(experiment, options, lease, rows).#follow(signal);
    } finally {
      await lease.close();
      // One that is settled was released with that: since then this process may have claimed it again.
      if (!isSettled) await store.releaseExperiment(holder, experiment);
    }
  }

  /** Whether it is settled: until it is changed there is nothing more to do. */
  async #follow(stopping: AbortSignal): Promise<boolean> {
    const { store, holder } = this.#options;
    for (const row of await store.sentExperimentRows(this.#experiment)) {
      const outcome = await this.#rows.recover(row);
      if (!(await this.#finish(row, outcome))) return false;
    }
    for (;;) {
      await this.#sendRows(stopping);
      if (stopping.aborted || this.#lease.signal.aborted) return false;
      await this.#recordEnd();
      if (await store.settleExperiment(holder, this.#experiment)) return true;
    }
  }

  /** Sends rows until none may be sent, and waits for those that were. */
  async #sendRows(stopping: AbortSignal): Promise<void> {
    const parallel = this.#experiment.definition.parallel ?? DEFAULT_PARALLEL;
    const running = new Set<Promise<void>>();
    const failures: unknown[] = [];
    while (!stopping.aborted && !this.#lease.signal.aborted && failures.length === 0) {
      if (running.size >= parallel) {
        await Promise.race(running);
        continue;
      }
      const row = await this.#nextRow(stopping).catch((error: unknown) => void failures.push(error));
      if (!row) break;
      const sending = this.#send(row)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(sending));
      running.add(sending);
    }
    await Promise.all(running);
    if (failures.length > 0) throw failures[0];
  }

  /** Marks the next row as sent; undefined if none may be sent now. */
  async #nextRow(stopping: AbortSignal): Promise<SentRow | undefined> {
    const { store, holder, times, diskIsFull } = this.#options;
    const ending = AbortSignal.any([stopping, this.#lease.signal]);
    while (diskIsFull() && !ending.aborted) await sleep(times.renewMs, ending);
    const reason = await this.#modelProblem(ending);
    if (ending.aborted) return undefined;
    if (reason !== undefined) await store.stopExperiment(holder, this.#experiment, reason);
    const next = await store.sendExperimentRow(holder, this.#experiment, newId(new Date()));
    if ("none" in next) {
      if (next.none === "budget used up")
        await store.stopExperiment(holder, this.#experiment, await this.#budgetReason());
      return undefined;
    }
    if (!this.#hasStarted) await store.writeCalls([experimentStart(this.#experiment, next.startedAt)]);
    this.#hasStarted = true;
    return next.row;
  }

  async #modelProblem(ending: AbortSignal): Promise<string | undefined> {
    const { inference, times } = this.#options;
    const model = JsonNode.parse(this.#experiment.definition.request).get("model")?.string() ?? "";
    return modelProblem(inference(), this.#experiment.project_id, model, times.retryMs, ending);
  }

  async #budgetReason(): Promise<string> {
    const known = await this.#options.store.readExperiment(this.#experiment);
    return `The budget of $${known?.definition.budget_usd ?? 0} is used up`;
  }

  async #send(row: SentRow): Promise<void> {
    const outcome = await this.#rows.send(row);
    if (outcome && (await this.#finish(row, outcome))) await this.#options.wentOn();
  }

  async #finish(row: SentRow, outcome: NonNullable<Awaited<ReturnType<RowRun["send"]>>>): Promise<boolean> {
    const { store, holder, onRow } = this.#options;
    const isHeld = await store.finishExperimentRow(holder, this.#experiment, row, outcome);
    if (isHeld) onRow(outcome.failure === undefined ? "answered" : "failed");
    else this.#lease.lose();
    return isHeld;
  }

  /** Once nothing more will be sent, ends the experiment's own call with the summary of its results. */
  async #recordEnd(): Promise<void> {
    const { store } = this.#options;
    const { project_id, id } = this.#experiment;
    const known = await store.readExperiment(this.#experiment);
    if (!known?.started_at || known.rows.sent > 0) return;
    if (known.rows.waiting > 0 && known.status !== "cancelled") return;
    const summary = new Summary();
    const query = { project_id, filter: { parent_ids: [id] }, columns: ["id" as const, "output" as const] };
    for await (const results of store.listCalls(query, this.#lease.signal))
      for (const { output } of results) if (output) summary.add(output);
    await store.writeCalls([experimentEnd(this.#experiment, summary.output())]);
  }
}
