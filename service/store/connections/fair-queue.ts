import { AppError } from "@/lib/contract/app-error";
import { QUEUED_STATEMENTS, QUEUED_STATEMENTS_PER_KEY, QUEUE_WAIT_MS } from "@/lib/contract/limits";

const RETRY_AFTER_SECONDS = 1;

/** Returns a place; called once. */
export type Leave = () => void;

type Waiting = { admit: (leave: Leave) => void };
type Line = { running: number; waiting: Waiting[] };

export type QueueSize = {
  /** Total number of places. */
  places: number;
  /** Places that one key may have at once, so that others find one free. */
  placesPerKey: number;
};

/**
 * Places shared fairly between keys. If none is free, a request waits; a free place goes to the keys in turn, and
 * within a key to the request that has waited longest.
 */
export class FairQueue {
  readonly #size: QueueSize;
  /** Keys that have a place or wait for one, in the order in which they are served. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(size: QueueSize) {
    this.#size = size;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits for a place. Throws `too_many_requests` if the key itself has too many requests waiting or waited too long
   * behind its own work, `unavailable` if other keys are the cause, and the signal's reason when it aborts.
   */
  enter(key: string, signalOf?: () => AbortSignal): Leave | Promise<Leave> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (this.#running < this.#size.places && line.running < this.#size.placesPerKey) return this.#admit(key, line);
    if (line.waiting.length >= QUEUED_STATEMENTS_PER_KEY)
      throw refusal("too_many_requests", `${QUEUED_STATEMENTS_PER_KEY} statements with this key are already queued`);
    if (this.#waiting >= QUEUED_STATEMENTS)
      throw refusal("unavailable", `${QUEUED_STATEMENTS} statements are already queued for the database`);
    return this.#wait(key, line, signalOf?.());
  }

  #wait(key: string, line: Line, signal: AbortSignal | undefined): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiting -= 1;
      };
      const giveUp = (reason: unknown) => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        end();
        this.#forget(key, line);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(this.#waitedTooLong(line)), QUEUE_WAIT_MS);
      const waiting: Waiting = {
        admit(leave) {
          end();
          resolve(leave);
        },
      };
      line.waiting.push(waiting);
      this.#waiting += 1;
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  #waitedTooLong({ running }: Line): AppError {
    const seconds = QUEUE_WAIT_MS / 1000;
    if (running >= this.#size.placesPerKey)
      return refusal(
        "too_many_requests",
        `Timed out after ${seconds} s: this key is already running ${running} queries, the maximum for one key`,
      );
    return refusal("unavailable", `Timed out after ${seconds} s: the database is busy`);
  }

  #admit(key: string, line: Line): Leave {
    line.running += 1;
    this.#running += 1;
    return () => {
      line.running -= 1;
      this.#running -= 1;
      this.#forget(key, line);
      this.#admitNext();
    };
  }

  /** Gives the free place to the first key that may have one; that key is then served after the others. */
  #admitNext(): void {
    if (this.#waiting === 0) return;
    for (const [key, line] of this.#lines) {
      if (line.running >= this.#size.placesPerKey) continue;
      const waiting = line.waiting.shift();
      if (!waiting) continue;
      this.#lines.delete(key);
      this.#lines.set(key, line);
      waiting.admit(this.#admit(key, line));
      return;
    }
  }

  #forget(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key);
  }
}

function refusal(code: "too_many_requests" | "unavailable", message: string): AppError {
  return new AppError(code, `${message}; try again`, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
