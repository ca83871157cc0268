import { type Context, type Span, trace } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace";

/** A request may run as many statements as a list has pages. */
const MOST_CHILDREN = 128;
const LEFT_OUT = "loupe.spans_left_out";

/** A request or a task: its span, and those of what it does, which are exported together when it ends, or not at all. */
export class Scope {
  readonly root: Span;
  readonly context: Context;
  readonly #gate: SpanGate;
  #waiting: ReadableSpan[] | undefined = [];
  #children = 0;
  #isDiscarded = false;

  constructor(root: Span, parent: Context, gate: SpanGate) {
    this.root = root;
    this.context = trace.setSpan(parent, root);
    this.#gate = gate;
    gate.own(root, this);
  }

  /** Adds the span that `start` begins; undefined if nobody will see it. */
  child(start: (parent: Context) => Span): Span | undefined {
    if (this.#isDiscarded || !this.root.isRecording()) return undefined;
    this.#children += 1;
    if (this.#children > MOST_CHILDREN) return undefined;
    const span = start(this.context);
    this.#gate.own(span, this);
    return span;
  }

  discard(): void {
    this.#isDiscarded = true;
  }

  /** Ends the span; what ends later is exported on its own, such as the record of a chat completion. */
  end(): void {
    if (this.#children > MOST_CHILDREN) this.root.setAttribute(LEFT_OUT, this.#children - MOST_CHILDREN);
    this.root.end();
    if (!this.#isDiscarded) for (const span of this.#waiting ?? []) this.#gate.pass(span);
    this.#waiting = undefined;
  }

  take(span: ReadableSpan): void {
    if (this.#waiting) this.#waiting.push(span);
    else if (!this.#isDiscarded) this.#gate.pass(span);
  }
}

/** The number of spans that are exported, and of those that are not. */
export type SpanCounts = { exported: number; failed: number; dropped: number };

/** Spans that wait to be sent; those above are dropped. */
const MOST_WAITING = 2_048;

/** Holds spans back until their scope has ended, and drops those for which there is no room. */
export class SpanGate implements SpanProcessor {
  readonly #next: SpanProcessor;
  readonly #counts: SpanCounts;
  readonly #scopes = new WeakMap<object, Scope>();
  #passed = 0;

  /** Passes spans on to `next`, whose exporter counts them. */
  constructor(next: SpanProcessor, counts: SpanCounts) {
    this.#next = next;
    this.#counts = counts;
  }

  own(span: Span, scope: Scope): void {
    this.#scopes.set(span, scope);
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    this.#scopes.get(span)?.take(span);
  }

  /** Lets a span be sent, if there is room. */
  pass(span: ReadableSpan): void {
    const { exported, failed } = this.#counts;
    if (this.#passed - exported - failed >= MOST_WAITING) {
      this.#counts.dropped += 1;
      return;
    }
    this.#passed += 1;
    this.#next.onEnd(span);
  }

  async forceFlush(): Promise<void> {
    await this.#next.forceFlush();
  }

  async shutdown(): Promise<void> {
    await this.#next.shutdown();
  }
}
