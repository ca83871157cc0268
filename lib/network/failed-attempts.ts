import { setTimeout as pause } from "node:timers/promises";
import { networkOf } from "./client-address";

/** Failures of one address that are answered at once, within `FAILURES_WINDOW_MS` of the first. */
export const FREE_FAILURES = 10;
export const FAILURES_WINDOW_MS = 60_000;
/** Delay of the response to each further failure. */
const DELAY_MS = 1_000;
/** Seconds after which a rejected attempt may be repeated. */
export const RETRY_SECONDS = 2;
/**
 * Maximum number of delayed responses at once, of one address and of all; further failures are rejected without delay.
 */
export const HELD_OF_ONE = 64;
export const HELD_OF_ALL = 256;
/** Maximum number of addresses remembered; those whose last failure is oldest are forgotten. */
export const ADDRESSES_REMEMBERED = 10_000;

interface Failures {
  count: number;
  endsAt: number;
  delayed: number;
}

interface Clock {
  /** Monotonic clock, milliseconds. */
  now: () => number;
  /** Resolves after a number of milliseconds, or when the signal aborts. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const REAL: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
  },
};

/**
 * Slows down an address that often sends invalid keys. Each process counts its own failures, and has its share of the
 * limits. It is used only after a failure: requests with a valid key are answered at once, from any address.
 */
export class FailedAttempts {
  readonly #byNetwork = new Map<string, Failures>();
  readonly #clock: Clock;
  readonly #processes: number;
  #held = 0;

  /** `processes`: the number that share the limits. */
  constructor(clock: Clock = REAL, processes = 1) {
    this.#clock = clock;
    this.#processes = processes;
  }

  /**
   * Records a failure. Resolves when it may be answered: at once, or a second later after many failures. Resolves with
   * false at once if so many are already waiting that this one is to be rejected. `signal`: the client has
   * disconnected.
   */
  async failed(address: string, signal?: AbortSignal): Promise<boolean> {
    const failures = this.#noted(networkOf(address));
    if (failures.count <= FREE_FAILURES / this.#processes) return true;
    if (failures.delayed >= HELD_OF_ONE / this.#processes || this.#held >= HELD_OF_ALL / this.#processes) return false;
    failures.delayed += 1;
    this.#held += 1;
    try {
      await this.#clock.wait(DELAY_MS, signal);
    } finally {
      failures.delayed -= 1;
      this.#held -= 1;
    }
    return true;
  }

  #noted(network: string): Failures {
    const now = this.#clock.now();
    const known = this.#byNetwork.get(network);
    const isOver = !known || known.endsAt <= now;
    const failures = known ?? { count: 0, endsAt: 0, delayed: 0 };
    if (isOver) Object.assign(failures, { count: 0, endsAt: now + FAILURES_WINDOW_MS });
    failures.count += 1;
    // Moved to the end, so that the first one has the oldest failure.
    this.#byNetwork.delete(network);
    this.#byNetwork.set(network, failures);
    const [oldest] = this.#byNetwork.keys();
    if (this.#byNetwork.size > ADDRESSES_REMEMBERED && oldest !== undefined) this.#byNetwork.delete(oldest);
    return failures;
  }
}
