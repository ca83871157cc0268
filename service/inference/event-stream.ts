/** An event longer than this is passed on in pieces. */
const HELD_BYTES = 2 ** 20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const END_BYTES = 32;
/** Data of the event that ends a whole stream. */
const END = /(?:^|[\r\n])data: ?\[DONE\]/g;
const EMPTY = Buffer.alloc(0);

/**
 * Cuts a stream of server-sent events behind whole events (WHATWG HTML, "Server-sent events"): half an event is held
 * until the rest comes, so that a stream that breaks off ends in whole ones.
 */
export class EventStream {
  #held: Buffer = EMPTY;
  #isMidEvent = false;
  #hasEnded = false;

  /** Whether the event that ends a whole stream has passed. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The whole events up to here; the chunk itself where it ends with one, as most do. */
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
    this.#noteEnd(whole);
    return whole;
  }

  /** What is left once the server has closed: a last event without its empty line, when it ends the stream. */
  rest(): Buffer {
    this.#noteEnd(this.#held);
    return this.#hasEnded && this.#held.length > 0 ? Buffer.concat([this.#held, Buffer.from("\n\n")]) : EMPTY;
  }

  /** An event of ours behind what has passed. */
  event(data: string): Buffer {
    return Buffer.from(`${this.#isMidEvent ? "\n\n" : ""}data: ${data}\n\n`);
  }

  #noteEnd(events: Buffer): void {
    const tail = events.subarray(-END_BYTES).toString("latin1");
    const [end] = [...tail.matchAll(END)].slice(-1);
    // Within a line it would be text of an answer; that has no bare line ends.
    if (end && (end.index > 0 || events.length <= END_BYTES)) this.#hasEnded = true;
  }
}

/** Behind the last empty line, looking no further back than what was looked through before; 0 when there is none. */
function lastBoundary(bytes: Buffer, seen: number): number {
  // Each of the three ends of a line may be cut in two.
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
