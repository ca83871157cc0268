import { AppError } from "@/lib/contract/app-error";
import { ANSWER_IDLE_MS, FIRST_TOKEN_MS } from "@/lib/contract/limits";
import type { Leave } from "@/service/store/connections/fair-queue";
import type { Upstream } from "./upstream";
import type { UpstreamAnswer } from "./upstream-answer";

/** How long a server may send nothing, in milliseconds. */
export type AnswerTimeouts = { firstTokenMs: number; idleMs: number };
export const ANSWER_TIMEOUTS: AnswerTimeouts = { firstTokenMs: FIRST_TOKEN_MS, idleMs: ANSWER_IDLE_MS };

/** The request that is sent to a server, and the end of its place there. */
export type SentRequest = { body: string; headers: Record<string, string>; leave: Leave };

/**
 * One request to one server. It ends with its answer, when its caller cancels, or when the server sends nothing for too
 * long.
 */
export class Attempt {
  readonly upstream: Upstream;
  readonly answer: UpstreamAnswer;
  readonly #caller: AbortSignal;
  readonly #timeouts: AnswerTimeouts;
  readonly #leave: Leave;
  #timer: NodeJS.Timeout;
  #hasCallerLeft = false;
  #hasStarted = false;
  #isWaiting = true;
  #isOpen = true;

  /** Asks the server for a completion. The caller cancels when the signal aborts, or by `cancel`. */
  constructor(upstream: Upstream, { leave, ...sent }: SentRequest, caller: AbortSignal, timeouts: AnswerTimeouts) {
    this.upstream = upstream;
    this.#leave = leave;
    this.#caller = caller;
    this.#timeouts = timeouts;
    this.#timer = this.#expectWithin(timeouts.firstTokenMs);
    this.answer = upstream.ask({ method: "POST", path: "/chat/completions", ...sent });
    if (caller.aborted) this.cancel();
    else caller.addEventListener("abort", this.cancel, { once: true });
  }

  get hasCallerLeft(): boolean {
    return this.#hasCallerLeft;
  }

  /** Aborts the request because its caller has disconnected. */
  readonly cancel = (): void => {
    this.#hasCallerLeft = true;
    this.answer.abort(new Error("The client disconnected"));
  };

  /** A part of the answer has arrived. Until the caller has read it, no further part is due. */
  pauseTimeout(): void {
    this.#isWaiting = false;
  }

  /** The next part of the answer is due within the idle timeout. */
  expectNext(): void {
    this.#isWaiting = true;
    if (this.#hasStarted) return void this.#timer.refresh();
    this.#hasStarted = true;
    clearTimeout(this.#timer);
    this.#timer = this.#expectWithin(this.#timeouts.idleMs);
  }

  /** Stops waiting for the server, even in the middle of its answer. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#leave();
    this.#caller.removeEventListener("abort", this.cancel);
  }

  /** Like `end`, and aborts the request if the server is still answering. */
  abort(): void {
    this.end();
    this.answer.abort(new Error("The answer is no longer needed"));
  }

  /** Why an answer is incomplete: the timeout, else the error of the connection. */
  failure(error: unknown): AppError {
    return error instanceof AppError ? error : new AppError("bad_gateway", this.disconnectMessage, { cause: error });
  }

  get disconnectMessage(): string {
    return `The model server ${this.upstream.name} closed the connection before its answer was complete`;
  }

  #expectWithin(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.#isWaiting) return;
      const message = `The model server ${this.upstream.name} sent nothing for ${milliseconds / 1000} s`;
      this.answer.abort(new AppError("gateway_timeout", message));
    }, milliseconds);
  }
}
