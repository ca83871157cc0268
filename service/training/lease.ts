import { performance } from "node:perf_hooks";
import type { RunHolder, RunKey, RunWatch } from "@/service/store/training/runs-store";
import { LEASE_SECONDS } from "@/service/store/training/runs";
import type { Store } from "@/service/store/store";
import { sleep } from "./sleep";

/** This process's lease on a job, renewed until it is lost or released. */
export class Lease {
  watch: RunWatch = { cancelAsked: false, silentSeconds: 0 };
  /** Whether the job is known to be held by another process, or erased. */
  isLost = false;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #keeping = Promise.resolve();

  private constructor(signal: AbortSignal) {
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
  }

  /** Renews once before it resolves, and then at an interval until the signal aborts or `end` is called. */
  static async hold(
    store: Pick<Store, "renewRun">,
    holder: RunHolder,
    key: RunKey,
    { signal, everyMs }: { signal: AbortSignal; everyMs: number },
  ): Promise<Lease> {
    const lease = new Lease(signal);
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

  /** Ends it; once the promise resolves, no renewal is in progress any more. */
  async close(): Promise<void> {
    this.end();
    await this.#keeping;
  }

  lose(): void {
    this.isLost = true;
    this.end();
  }

  async #keep(store: Pick<Store, "renewRun">, holder: RunHolder, key: RunKey, everyMs: number) {
    let renewedAt = performance.now();
    while (!this.#signal.aborted) {
      await sleep(everyMs, this.#signal);
      if (this.#signal.aborted) return;
      const sentAt = performance.now();
      try {
        await this.#renew(store, holder, key);
        renewedAt = sentAt;
      } catch {
        // The database does not respond: no other process claims the job before the lease expires.
        if (performance.now() - renewedAt > LEASE_SECONDS * 1000) this.end();
      }
    }
  }

  async #renew(store: Pick<Store, "renewRun">, holder: RunHolder, key: RunKey): Promise<void> {
    const watch = await store.renewRun(holder, key);
    if (watch) this.watch = watch;
    else this.lose();
  }
}
