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

/** How much may wait for a place, for how long, and how the errors describe it. */
export type QueueRules = {
  waiting: number;
  waitingPerKey: number;
  waitMs: number;
  /** Of too many waiting requests of one key, and of all. */
  isFullForKey: () => AppError;
  isFull: () => AppError;
  /** After `waitMs`. `ownPlaces`: those that the key itself has, if it may have no more. */
  tookTooLong: (ownPlaces: number | undefined) => AppError;
};

const SECONDS = QUEUE_WAIT_MS / 1000;

const FOR_DATABASE: QueueRules = {
  waiting: QUEUED_STATEMENTS,
  waitingPerKey: QUEUED_STATEMENTS_PER_KEY,
  waitMs: QUEUE_WAIT_MS,
  isFullForKey: () =>
    refusal("too_many_requests", `${QUEUED_STATEMENTS_PER_KEY} statements with this key are already queued`),
  isFull: () => refusal("unavailable", `${QUEUED_STATEMENTS} statements are already queued for the database`),
  tookTooLong: (ownPlaces) =>
    ownPlaces === undefined
      ? refusal("unavailable", `Timed out after ${SECONDS} s: the database is busy`)
      : refusal(
          "too_many_requests",
          `Timed out after ${SECONDS} s: this key is already running ${ownPlaces} queries, the maximum for one key`,
        ),
};

/**
 * Places shared fairly between keys. If none is free, a request waits; a free place goes to the keys in turn, and
 * within a key to the request that has waited longest.
 */
export class FairQueue {
  readonly #size: QueueSize;
  readonly #rules: QueueRules;
  /** Keys that have a place or wait for one, in the order in which they are served. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(size: QueueSize, rules: QueueRules = FOR_DATABASE) {
    this.#size = size;
    this.#rules = rules;
  }

  /** Whether nothing has a place or waits for one. */
  get isEmpty(): boolean {
    return this.#running === 0 && this.#waiting === 0;
  }

  /** Whether no place is free. */
  get isFull(): boolean {
    return this.#running >= this.#size.places;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits for a place. Throws the error of the rules if too much is waiting, or waited for too long, and the signal's
   * reason when it aborts.
   */
  enter(key: string, signalOf?: () => AbortSignal): Leave | Promise<Leave> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (this.#running < this.#size.places && line.running < this.#size.placesPerKey) return this.#admit(key, line);
    if (line.waiting.length >= this.#rules.waitingPerKey) throw this.#rules.isFullForKey();
    if (this.#waiting >= this.#rules.waiting) throw this.#rules.isFull();
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
      const timer = setTimeout(() => giveUp(this.#rules.tookTooLong(this.#ownPlaces(line))), this.#rules.waitMs);
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

  #ownPlaces({ running }: Line): number | undefined {
    return running >= this.#size.placesPerKey ? running : undefined;
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
