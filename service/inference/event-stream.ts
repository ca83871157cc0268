/** An event longer than this is forwarded in pieces. */
const HELD_BYTES = 2 ** 20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const END_BYTES = 32;
/** Data of the event that ends a complete stream. */
const END = /(?:^|[\r\n])data: ?\[DONE\]/g;
const EMPTY = Buffer.alloc(0);

/**
 * Splits a stream of server-sent events at the ends of events (WHATWG HTML, "Server-sent events"): an incomplete event
 * is held until its end arrives, so that a broken stream ends with a complete event.
 */
export class EventStream {
  #held: Buffer = EMPTY;
  #isMidEvent = false;
  #hasEnded = false;

  /** Whether the event that ends a complete stream has passed. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The complete events up to here; the chunk itself if it ends with one, as most do. */
  push(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const cut = lastBoundary(bytes, this.#held.length);
    if (cut === 0 && bytes.length <= HELD_BYTES) {
      this.#held = bytes;
      return EMPTY;
    }
    this.#isMidEvent = cut === 0;
    const whole = cut === 0 ? bytes : bytes.subarray(0, cut);
    this.#held = cut === 0 ? EMPTY : bytes.subarray(cut);
    this.#detectEnd(whole);
    return whole;
  }

  /** What is held when the server disconnects: a last event without its empty line, if it ends the stream. */
  remaining(): Buffer {
    this.#detectEnd(this.#held);
    return this.#hasEnded && this.#held.length > 0 ? Buffer.concat([this.#held, Buffer.from("\n\n")]) : EMPTY;
  }

  /** Our own event after those that have passed. */
  event(data: string): Buffer {
    return Buffer.from(`${this.#isMidEvent ? "\n\n" : ""}data: ${data}\n\n`);
  }

  #detectEnd(events: Buffer): void {
    const tail = events.subarray(-END_BYTES).toString("latin1");
    const [end] = [...tail.matchAll(END)].slice(-1);
    // Inside a line it would be part of an answer's text, which contains no unescaped line ends.
    if (end && (end.index > 0 || events.length <= END_BYTES)) this.#hasEnded = true;
  }
}

/** The position after the last empty line, without searching bytes twice; 0 if there is none. */
function lastBoundary(bytes: Buffer, seen: number): number {
  // Each of the three kinds of line end may be split between chunks.
  const from = Math.max(seen - 3, 0);
  for (let at = bytes.length - 1; at > from; at -= 1) {
    const code = bytes[at];
    if (code === LINE_FEED) {
      const before = bytes[at - 1];
      if (before === LINE_FEED) return at + 1;
      if (before === CARRIAGE_RETURN && at > 1 && bytes[at - 2] === LINE_FEED) return at + 1;
    } else if (code === CARRIAGE_RETURN && bytes[at - 1] === CARRIAGE_RETURN) return at + 1;
  }
  return 0;
}
