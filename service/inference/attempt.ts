import { AppError } from "@/lib/contract/app-error";
import { ANSWER_IDLE_MS, FIRST_TOKEN_MS } from "@/lib/contract/limits";
import type { Upstream } from "./upstream";
import type { UpstreamAnswer } from "./upstream-answer";

/** How long a server may be silent, milliseconds. */
export type Patience = { firstTokenMs: number; idleMs: number };
export const PATIENCE: Patience = { firstTokenMs: FIRST_TOKEN_MS, idleMs: ANSWER_IDLE_MS };

/** What a server is sent. */
export type SentRequest = { body: string; headers: Record<string, string> };

/** One request to one server. It ends with its answer, when its caller leaves, or when the server is silent too long. */
export class Attempt {
  readonly upstream: Upstream;
  readonly answer: UpstreamAnswer;
  readonly #caller: AbortSignal;
  readonly #patience: Patience;
  #timer: NodeJS.Timeout;
  #hasCallerLeft = false;
  #hasBegun = false;
  #isWaiting = true;
  #isOpen = true;

  /** Asks the server for a completion. The caller leaves when the signal aborts, or by `leave`. */
  constructor(upstream: Upstream, sent: SentRequest, caller: AbortSignal, patience: Patience) {
    this.upstream = upstream;
    this.#caller = caller;
    this.#patience = patience;
    this.#timer = this.#expectWithin(patience.firstTokenMs);
    upstream.inFlight += 1;
    this.answer = upstream.ask({ method: "POST", path: "/chat/completions", ...sent });
    if (caller.aborted) this.leave();
    else caller.addEventListener("abort", this.leave, { once: true });
  }

  get hasCallerLeft(): boolean {
    return this.#hasCallerLeft;
  }

  /** Breaks the server off, since nobody waits for its answer any more. */
  readonly leave = (): void => {
    this.#hasCallerLeft = true;
    this.answer.abort(new Error("The caller has left"));
  };

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
    this.#caller.removeEventListener("abort", this.leave);
  }

  /** Ends it and breaks the server off, if that still answers. */
  abort(): void {
    this.end();
    this.answer.abort(new Error("The answer is not wanted any more"));
  }

  /** Why an answer that had begun broke off: the silence, else what the connection says. */
  failure(error: unknown): AppError {
    return error instanceof AppError ? error : new AppError("bad_gateway", this.brokeOff, { cause: error });
  }

  get brokeOff(): string {
    return `The model server ${this.upstream.name} broke off in the middle of its answer`;
  }

  #expectWithin(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.#isWaiting) return;
      const words = `The model server ${this.upstream.name} was silent for ${milliseconds / 1000} s`;
      this.answer.abort(new AppError("gateway_timeout", words));
    }, milliseconds);
  }
}
