import { setTimeout as pause } from "node:timers/promises";
import { networkOf } from "./client-address";

/** Failures of one address that are answered at once, of those within `FAILURES_WINDOW_MS` of the first. */
export const FREE_FAILURES = 10;
export const FAILURES_WINDOW_MS = 60_000;
/** How long the answer to each further one is held back. */
const DELAY_MS = 1_000;
/** Seconds after which one that was refused may be made again. */
export const RETRY_SECONDS = 2;
/** Answers held back at once, of one address and of all; what fails beyond is refused without waiting. */
export const HELD_OF_ONE = 64;
export const HELD_OF_ALL = 256;
/** Addresses remembered; of more, those that failed longest ago are forgotten. */
export const ADDRESSES_REMEMBERED = 10_000;

interface Failures {
  count: number;
  endsAt: number;
  held: number;
}

interface Clock {
  /** Milliseconds, never running backwards. */
  now: () => number;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const REAL: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
  },
};

/**
 * Slows down an address that fails often with keys, in this process alone. It is asked about failures only, once they
 * are known to be ones: whoever presents a right key is answered at once, wherever from.
 */
export class FailedAttempts {
  readonly #byNetwork = new Map<string, Failures>();
  readonly #clock: Clock;
  #held = 0;

  constructor(clock: Clock = REAL) {
    this.#clock = clock;
  }

  /**
   * Notes a failure. Resolves when it may be answered as such: at once, or a second later where many came before. False,
   * at once, where so many wait already that it is to be refused as one too many. `signal`: the client has left.
   */
  async failed(address: string, signal?: AbortSignal): Promise<boolean> {
    const failures = this.#noted(networkOf(address));
    if (failures.count <= FREE_FAILURES) return true;
    if (failures.held >= HELD_OF_ONE || this.#held >= HELD_OF_ALL) return false;
    failures.held += 1;
    this.#held += 1;
    try {
      await this.#clock.wait(DELAY_MS, signal);
    } finally {
      failures.held -= 1;
      this.#held -= 1;
    }
    return true;
  }

  #noted(network: string): Failures {
    const now = this.#clock.now();
    const known = this.#byNetwork.get(network);
    const isOver = !known || known.endsAt <= now;
    const failures = known ?? { count: 0, endsAt: 0, held: 0 };
    if (isOver) Object.assign(failures, { count: 0, endsAt: now + FAILURES_WINDOW_MS });
    failures.count += 1;
    // Put last: the first is the one that failed longest ago.
    this.#byNetwork.delete(network);
    this.#byNetwork.set(network, failures);
    const [oldest] = this.#byNetwork.keys();
    if (this.#byNetwork.size > ADDRESSES_REMEMBERED && oldest !== undefined) this.#byNetwork.delete(oldest);
    return failures;
  }
}
