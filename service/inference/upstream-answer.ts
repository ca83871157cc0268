import type { Dispatcher } from "undici";
import type { KeyFilter } from "./key-filter";

/** Bytes that may be buffered for the reader before the server is paused. */
const WAITING_BYTES = 64 * 1024;
const FIRST_FINAL_STATUS = 200;
const END: IteratorResult<Buffer> = { done: true, value: undefined };

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];
export type AnswerHead = { status: number; headers: ResponseHeaders };

type Waiting<Value> = { resolve: (value: Value) => void; reject: (error: Error) => void };

/**
 * A server's answer to one request: its head, then the chunks of its body, unchanged and no faster than they are read.
 * The connection calls it directly: a Readable in between costs as much as everything else about a short answer.
 */
export class UpstreamAnswer implements Dispatcher.DispatchHandler {
  /** Rejects if there is no answer, with the connection's error or the reason of `abort`. */
  readonly head: Promise<AnswerHead>;
  #head: Waiting<AnswerHead> | undefined;
  #reader: Waiting<IteratorResult<Buffer>> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  readonly #filter: KeyFilter | undefined;
  readonly #chunks: Buffer[] = [];
  #waitingBytes = 0;
  #hasEnded = false;
  #failure: Error | undefined;

  /** The filter is applied to all chunks. */
  constructor(filter?: KeyFilter) {
    this.#filter = filter;
    this.head = new Promise((resolve, reject) => (this.#head = { resolve, reject }));
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return this;
  }

  /** The next chunk of the body; rejects like `head` once the previous chunks have been read. One at a time. */
  async next(): Promise<IteratorResult<Buffer>> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#waitingBytes -= chunk.length;
      if (this.#waitingBytes === 0) this.#controller?.resume();
      return { value: chunk };
    }
    if (this.#failure) throw this.#failure;
    return this.#hasEnded ? END : new Promise((resolve, reject) => (this.#reader = { resolve, reject }));
  }

  /** Aborts the request and drops the buffered chunks. */
  abort(reason: Error): void {
    if (this.#hasEnded || this.#failure) return;
    this.#chunks.length = 0;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    // Earlier heads are interim responses, such as 103 Early Hints.
    if (status >= FIRST_FINAL_STATUS) this.#head?.resolve({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#deliver(this.#filter?.push(chunk) ?? chunk);
    if (this.#waitingBytes >= WAITING_BYTES) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#filter) this.#deliver(this.#filter.remaining());
    this.#hasEnded = true;
    this.#takeReader()?.resolve(END);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #deliver(chunk: Buffer): void {
    if (chunk.length === 0) return;
    const reader = this.#takeReader();
    if (reader) return reader.resolve({ value: chunk });
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#head?.reject(error);
    this.#takeReader()?.reject(error);
  }

  #takeReader(): Waiting<IteratorResult<Buffer>> | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}
