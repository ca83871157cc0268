import { AppError } from "@/lib/contract/app-error";
import { ANSWER_IDLE_MS, FIRST_TOKEN_MS } from "@/lib/contract/limits";
import type { Upstream } from "./upstream";

/** How long a server may be silent, milliseconds. */
export type Patience = { firstTokenMs: number; idleMs: number };
export const PATIENCE: Patience = { firstTokenMs: FIRST_TOKEN_MS, idleMs: ANSWER_IDLE_MS };

/** One request to one server. It ends with its answer, when its caller leaves, or when the server is silent too long. */
export class Attempt {
  readonly upstream: Upstream;
  readonly #controller = new AbortController();
  readonly #callers: readonly AbortSignal[];
  readonly #patience: Patience;
  readonly #leave = () => this.#controller.abort(new Error("The caller has left"));
  #timer: NodeJS.Timeout;
  #hasBegun = false;
  #isWaiting = true;
  #isOpen = true;

  /** The caller leaves when any of the signals aborts. */
  constructor(upstream: Upstream, callers: readonly AbortSignal[], patience: Patience) {
    this.upstream = upstream;
    this.#callers = callers;
    this.#patience = patience;
    this.#timer = this.#expectWithin(patience.firstTokenMs);
    upstream.inFlight += 1;
    for (const caller of callers) {
      if (caller.aborted) this.#leave();
      else caller.addEventListener("abort", this.#leave, { once: true });
    }
  }

  /** Aborts when the server is not to go on. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasCallerLeft(): boolean {
    return this.#callers.some(({ aborted }) => aborted);
  }

  /** Notes a part of the answer; while it is on its way to a slow caller the server owes nothing. */
  heard(): void {
    this.#isWaiting = false;
  }

  /** From now on the server may be silent for as long as within an answer. */
  expectMore(): void {
    this.#isWaiting = true;
    if (this.#hasBegun) return void this.#timer.refresh();
    this.#hasBegun = true;
    clearTimeout(this.#timer);
    this.#timer = this.#expectWithin(this.#patience.idleMs);
  }

  /** Ends it, in the middle of the answer too. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.upstream.inFlight -= 1;
    for (const caller of this.#callers) caller.removeEventListener("abort", this.#leave);
  }

  /** Ends it and breaks the server off, if that still answers. */
  abort(): void {
    this.end();
    this.#controller.abort(new Error("The answer is not wanted any more"));
  }

  /** Why an answer that had begun broke off: the silence, else what the connection says. */
  failure(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const { reason } = this.#controller.signal;
    if (reason instanceof AppError) return reason;
    return new AppError("bad_gateway", this.brokeOff, { cause: error });
  }

  get brokeOff(): string {
    return `The model server ${this.upstream.name} broke off in the middle of its answer`;
  }

  #expectWithin(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.#isWaiting) return;
      const words = `The model server ${this.upstream.name} was silent for ${milliseconds / 1000} s`;
      this.#controller.abort(new AppError("gateway_timeout", words));
    }, milliseconds);
  }
}
