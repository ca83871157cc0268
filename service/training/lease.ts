import { performance } from "node:perf_hooks";
import type { RunHolder, RunKey, RunWatch, RunsStore } from "@/service/store/training/runs-store";
import { LEASE_SECONDS } from "@/service/store/training/runs";
import { sleep } from "./sleep";

/** Stays at a job, as long as the store lets it and nobody wants it to leave. */
export class Lease {
  watch: RunWatch = { cancelAsked: false, silentSeconds: 0 };
  /** Whether the job is known to be somebody else's now, or nobody's. */
  isLost = false;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #keeping = Promise.resolve();

  private constructor(leave: AbortSignal) {
    this.#signal = AbortSignal.any([leave, this.#ended.signal]);
  }

  /** Looks once before it resolves, and from then on by itself until the signal aborts or `end` is called. */
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

  /** Aborts when the job is somebody else's, or may be, and when it is to be left. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  end(): void {
    this.#ended.abort();
  }

  /** Ends it; once that resolves, nothing of it is on its way to the store any more. */
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
      const askedAt = performance.now();
      try {
        await this.#renew(store, holder, key);
        renewedAt = askedAt;
      } catch {
        // The database is away: until the time is over nobody else takes the job.
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
