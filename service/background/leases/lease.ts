import { performance } from "node:perf_hooks";
import { LEASE_SECONDS } from "@/service/store/connections/lease";
import { sleep } from "@/lib/limit/sleep";

type LeaseOptions<Watch> = {
  /** Renews it in the database; undefined if another process has it, or what it is on was erased. */
  renew: () => Promise<Watch | undefined>;
  /** What is known before it is renewed. */
  unwatched: Watch;
  signal: AbortSignal;
  everyMs: number;
};

/** This process's lease on work that one process at a time may do, renewed until it is lost or released. */
export class Lease<Watch> {
  /** What the last renewal reported. */
  watch: Watch;
  /** Whether the work is known to be held by another process, or erased. */
  isLost = false;
  readonly #renewOnce: LeaseOptions<Watch>["renew"];
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #keeping = Promise.resolve();

  private constructor({ renew, unwatched, signal }: LeaseOptions<Watch>) {
    this.watch = unwatched;
    this.#renewOnce = renew;
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
  }

  /** Renews once before it resolves, and then at an interval until the signal aborts or `end` is called. */
  static async hold<Watch>(options: LeaseOptions<Watch>): Promise<Lease<Watch>> {
    const lease = new Lease(options);
    await lease.#renew();
    lease.#keeping = lease.#keep(options.everyMs);
    return lease;
  }

  /** Aborts when another process has the work, or may have it, and when it is to be released. */
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

  async #keep(everyMs: number) {
    let renewedAt = performance.now();
    while (!this.#signal.aborted) {
      await sleep(everyMs, this.#signal);
      if (this.#signal.aborted) return;
      const sentAt = performance.now();
      try {
        await this.#renew();
        renewedAt = sentAt;
      } catch {
        // The database does not respond: no other process claims the work before the lease expires.
        if (performance.now() - renewedAt > LEASE_SECONDS * 1000) this.end();
      }
    }
  }

  async #renew(): Promise<void> {
    const watch = await this.#renewOnce();
    if (watch) this.watch = watch;
    else this.lose();
  }
}
