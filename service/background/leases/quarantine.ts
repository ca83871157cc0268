import { performance } from "node:perf_hooks";

/** For how long a suspect is alone with work that is none, milliseconds. */
const ALONE_MS = 60_000;

/**
 * Work that may have ended its process is done one after another, each for at least a minute unless it ends or goes on:
 * if the process ends again, it is known which of it was to blame. All kinds of work of a process share one.
 */
export class Quarantine {
  #inside: object | undefined;
  #until = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isFree(): boolean {
    return this.#inside === undefined || this.#now() >= this.#until;
  }

  enter(work: object): void {
    this.#inside = work;
    this.#until = this.#now() + ALONE_MS;
  }

  leave(work: object): void {
    if (this.#inside === work) this.#inside = undefined;
  }
}
