import { performance } from "node:perf_hooks";
import type { RunHolder, RunKey, RunWatch, RunsStore } from "@/service/store/training/runs-store";
import { LEASE_SECONDS } from "@/service/store/training/runs";
import { sleep } from "./sleep";

/** This process's hold on a job, renewed until it is lost or given up. */
export class Lease {
  watch: RunWatch = { cancelAsked: false, silentSeconds: 0 };
  /** Whether the job is known to be held by another process, or erased. */
  isLost = false;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #keeping = Promise.resolve();

  private constructor(leave: AbortSignal) {
    this.#signal = AbortSignal.any([leave, this.#ended.signal]);
  }

  /** Renews once before it resolves, and then at an interval until the signal aborts or `end` is called. */
  static async hold(
    store: Pick<RunsStore, "renewRun">,
    holder: RunHolder,
    key: RunKey,
    { leave, everyMs }: { leave: AbortSignal; everyMs: number },
  ): Promise<Lease> {
    const lease = new Lease(leave);
    await lease.#renew(store, holder, key);
    lease.#keeping = lease.#keep(store, holder, key, everyMs);
    return lease;
  }

  /** Aborts when another process has the job, or may have it, and when the job is to be released. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  end(): void {
    this.#ended.abort();
  }

  /** Ends it; once that resolves, no renewal is in progress any more. */
  async close(): Promise<void> {
    this.end();
    await this.#keeping;
  }

  lose(): void {
    this.isLost = true;
    this.end();
  }

  async #keep(store: Pick<RunsStore, "renewRun">, holder: RunHolder, key: RunKey, everyMs: number) {
    let renewedAt = performance.now();
    while (!this.#signal.aborted) {
      await sleep(everyMs, this.#signal);
      if (this.#signal.aborted) return;
      const sentAt = performance.now();
      try {
        await this.#renew(store, holder, key);
        renewedAt = sentAt;
      } catch {
        // The database does not answer: no other process takes the job before the lease is over.
        if (performance.now() - renewedAt > LEASE_SECONDS * 1000) this.end();
      }
    }
  }

  async #renew(store: Pick<RunsStore, "renewRun">, holder: RunHolder, key: RunKey): Promise<void> {
    const watch = await store.renewRun(holder, key);
    if (watch) this.watch = watch;
    else this.lose();
  }
}
