import { AppError } from "@/lib/contract/app-error";
import {
  BODIES_HELD_BYTES,
  COMPLETION_WAIT_MS,
  KEY_BODIES_HELD_BYTES,
  QUEUE_WAIT_MS,
  WAITING_BODIES_PER_KEY,
} from "@/lib/contract/limits";
import { formatBytes } from "@/lib/format/number";

/** One request's share of the memory for bodies; released when the request has ended. */
export type BodyLease = {
  /**
   * Reserves more bytes, waiting until they are available. Throws `too_many_requests` if the key itself exceeds its
   * share for too long, `unavailable` if all keys together do, and the signal's reason if the client disconnects.
   */
  take(bytes: number): void | Promise<void>;
  /** Releases some of the reserved bytes. */
  give(bytes: number): void;
  /** Keeps this many of the reserved bytes and releases the others. */
  keep(bytes: number): void;
  release(): void;
};

export type BodyLimits = { allBytes: number; keyBytes: number; waitMs: number; waiting: number };

/** The limits of one of several processes of a replica. */
export function bodyLimits(processes = 1): BodyLimits {
  return {
    allBytes: BODIES_HELD_BYTES / processes,
    keyBytes: KEY_BODIES_HELD_BYTES / processes,
    waitMs: QUEUE_WAIT_MS,
    waiting: WAITING_BODIES_PER_KEY,
  };
}

/** The memory of a process for requests that it sends itself, which wait as long as others for a model server. */
export const sentLimits: BodyLimits = { ...bodyLimits(), waitMs: COMPLETION_WAIT_MS };

type Holder = { held: number; overdrawing?: Lease };
type Account = Holder & { waiting: number; leases: number };
type Waiting = { lease: Lease; bytes: number; admit: () => void };

/**
 * Limits the bytes of request bodies in the process's memory, in total and per key. A body is not read further until
 * memory is available.
 *
 * Incomplete bodies could wait for each other forever. So one request per key, and one over all keys, may exceed the
 * limit; when it has ended, another one may.
 */
export class BodyMemory {
  readonly #limits: BodyLimits;
  readonly #all: Holder = { held: 0 };
  readonly #accounts = new Map<string, Account>();
  /** In the order of arrival. */
  readonly #waiting = new Set<Waiting>();

  constructor(limits: BodyLimits = bodyLimits()) {
    this.#limits = limits;
  }

  get heldBytes(): number {
    return this.#all.held;
  }

  /** A lease for one request; `signalOf` returns the signal that aborts when its client disconnects. */
  lease(key: string, signalOf?: () => AbortSignal): BodyLease {
    const account = this.#accounts.get(key) ?? { held: 0, waiting: 0, leases: 0 };
    this.#accounts.set(key, account);
    account.leases += 1;
    const lease = new Lease(key, account);
    return {
      take: (bytes) => {
        if (this.#admit(lease, bytes)) return undefined;
        return this.#wait(lease, bytes, signalOf?.());
      },
      give: (bytes) => this.#give(lease, bytes),
      keep: (bytes) => this.#give(lease, Math.max(0, lease.held - bytes)),
      release: () => this.#release(lease),
    };
  }

  /** Reserves the bytes if they are available, or if the lease may exceed the limit. */
  #admit(lease: Lease, bytes: number): boolean {
    const { allBytes, keyBytes } = this.#limits;
    const { account } = lease;
    const fitsAll = this.#all.held + bytes <= allBytes;
    const fitsKey = account.held + bytes <= keyBytes;
    // The request that may exceed the total is also the one of its key, so that it can always proceed.
    const exceeds = [...(fitsAll ? [] : [this.#all]), ...(fitsAll && fitsKey ? [] : [account])];
    if (exceeds.some(({ overdrawing = lease }) => overdrawing !== lease)) return false;
    for (const holder of exceeds) holder.overdrawing = lease;
    lease.held += bytes;
    account.held += bytes;
    this.#all.held += bytes;
    return true;
  }

  #give(lease: Lease, bytes: number): void {
    lease.held -= bytes;
    lease.account.held -= bytes;
    this.#all.held -= bytes;
    if (this.#all.held <= this.#limits.allBytes) this.#endOverdraft(this.#all, lease);
    const isOfAll = this.#all.overdrawing === lease;
    if (!isOfAll && lease.account.held <= this.#limits.keyBytes) this.#endOverdraft(lease.account, lease);
    this.#admitWaiting();
  }

  #release(lease: Lease): void {
    const { account, key } = lease;
    account.leases -= 1;
    if (account.leases === 0) this.#accounts.delete(key);
    this.#endOverdraft(account, lease);
    this.#endOverdraft(this.#all, lease);
    this.#give(lease, lease.held);
  }

  #endOverdraft(holder: Holder, lease: Lease): void {
    if (holder.overdrawing === lease) holder.overdrawing = undefined;
  }

  #admitWaiting(): void {
    for (const waiting of this.#waiting) if (this.#admit(waiting.lease, waiting.bytes)) waiting.admit();
  }

  #wait(lease: Lease, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    const { account } = lease;
    const { waitMs, waiting: places } = this.#limits;
    if (account.waiting >= places)
      throw busy(
        "too_many_requests",
        `${places} requests with this key are already waiting for memory for their bodies`,
      );
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiting.delete(waiting);
        account.waiting -= 1;
      };
      const waiting: Waiting = {
        lease,
        bytes,
        admit() {
          end();
          resolve();
        },
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        end();
        reject(this.#waitedTooLong(account, bytes));
      }, waitMs);
      this.#waiting.add(waiting);
      account.waiting += 1;
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  #waitedTooLong({ held }: Account, bytes: number): AppError {
    const { allBytes, keyBytes, waitMs } = this.#limits;
    const waited = `Timed out after ${waitMs / 1000} s waiting for memory`;
    return held + bytes > keyBytes
      ? busy(
          "too_many_requests",
          `${waited}: this key's request bodies would exceed the maximum of ${formatBytes(keyBytes)}`,
        )
      : busy("unavailable", `${waited}: all keys' request bodies would exceed the maximum of ${formatBytes(allBytes)}`);
  }
}

class Lease {
  held = 0;

  constructor(
    readonly key: string,
    readonly account: Account,
  ) {}
}

function busy(code: "too_many_requests" | "unavailable", message: string): AppError {
  return new AppError(code, `${message}; try again`, { retryAfterSeconds: 1 });
}
