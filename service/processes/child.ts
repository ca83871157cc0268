import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { MetricFamily } from "@/service/telemetry/metrics";
import type { DatabaseOptions } from "@/service/store/connections/database";
import type { PlaceKeeper } from "./place-keeper";
import { Questions } from "./questions";
import { type Order, type ProcessKind, type Report, reportSchema } from "./messages";

/** A process that is busy for longer is left out of the metrics. */
const MEASURE_TIMEOUT_MS = 2_000;

/** A process that the supervisor started. */
export class Child {
  readonly kind: ProcessKind;
  /** Whether it began to work; false once it has ended without ever working. */
  readonly ready: Promise<boolean>;
  /** How it ended: `SIGKILL`, `exit code 1`. */
  readonly ended: Promise<string>;
  readonly #worker: Worker;
  readonly #loaded: Promise<void>;
  readonly #asked = new Map<number, (families: MetricFamily[]) => void>();
  #lastId = 0;
  #isReady = false;
  #questions: Questions | undefined;

  /** Starts loading it; `collect` returns the metrics of all processes. */
  constructor(kind: ProcessKind, collect: () => Promise<string>, places: PlaceKeeper) {
    this.kind = kind;
    const visitor = places.visitor((order) => this.#send(order));
    this.#worker = cluster.fork({ LOUPE_PROCESS: kind });
    this.ended = once(this.#worker, "exit").then(([code, signal]) => String(signal || `exit code ${code}`));
    let isLoaded = () => {};
    this.#loaded = new Promise((resolve) => (isLoaded = resolve));
    this.ready = new Promise((resolve) => {
      void this.ended.then(() => resolve(false));
      void this.ended.then(() => visitor.end());
      const handle = (report: Report) => {
        switch (report.type) {
          case "loaded":
            return isLoaded();
          case "ready":
            this.#isReady = true;
            return resolve(true);
          case "answer":
            return this.#questions?.answered();
          case "measured":
            return this.#asked.get(report.id)?.(report.families);
          case "collect":
            return void collect().then((text) => this.#send({ type: "metrics", id: report.id, text }));
          case "enter":
          case "leave":
            return visitor.handle(report);
        }
      };
      this.#worker.on("message", (message: unknown) => handle(reportSchema.parse(message)));
    });
  }

  /** Lets it work on a migrated database, once it has loaded. */
  async start(connection: DatabaseOptions["connection"]): Promise<void> {
    await this.#loaded;
    this.#send({ type: "start", connection: { ...connection } });
  }

  /** Asks it whether it still answers, until it ends; if it does not, calls `onSilence` and ends it. */
  watch(onSilence: () => void): void {
    const questions = new Questions({
      ask: () => this.#send({ type: "ask" }),
      onSilence: () => {
        onSilence();
        this.#worker.process.kill("SIGKILL");
      },
    });
    this.#questions = questions;
    void this.ended.then(() => questions.end());
  }

  /** Its metrics; none if it does not respond. */
  async measure(): Promise<MetricFamily[]> {
    if (!this.#isReady) return [];
    const id = (this.#lastId += 1);
    return new Promise((resolve) => {
      const answer = (families: MetricFamily[]) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(families);
      };
      const timer = setTimeout(() => answer([]), MEASURE_TIMEOUT_MS);
      this.#asked.set(id, answer);
      this.#send({ type: "measure", id });
    });
  }

  /** Lets it finish what it is doing, if it works yet, for at most so long; resolves when it has ended. */
  async stop(mostMs: number): Promise<void> {
    if (this.#isReady) this.#send({ type: "stop" });
    else this.#worker.process.kill("SIGKILL");
    const killer = setTimeout(() => this.#worker.process.kill("SIGKILL"), mostMs);
    await this.ended;
    clearTimeout(killer);
  }

  #send(order: Order): void {
    // It may just have ended.
    if (this.#worker.isConnected()) this.#worker.send(order, () => undefined);
  }
}
