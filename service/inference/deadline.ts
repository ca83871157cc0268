import { AppError } from "@/lib/contract/app-error";

/** The end of a request to a model server: when its caller leaves, or when the server is silent for too long. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #leave: () => void;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = 0;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    this.#leave = () => this.#controller.abort(caller.reason);
    if (caller.aborted) this.#leave();
    else caller.addEventListener("abort", this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the server was too slow, rather than that anything else went wrong. */
  get isOver(): boolean {
    return this.#controller.signal.aborted && !this.#caller.aborted;
  }

  /** From now on something must come within so many milliseconds, each time anew. */
  allow(milliseconds: number, server: string): void {
    if (this.#timer && this.#timerMs === milliseconds) return void this.#timer.refresh();
    clearTimeout(this.#timer);
    this.#timerMs = milliseconds;
    this.#timer = setTimeout(() => {
      const words = `The model server ${server} was silent for ${milliseconds / 1000} s`;
      this.#controller.abort(new AppError("gateway_timeout", words));
    }, milliseconds);
  }

  /** Ends the request to the server, if it still runs. */
  abort(): void {
    this.#controller.abort(new Error("The answer is not wanted any more"));
    this.release();
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#leave);
  }
}
