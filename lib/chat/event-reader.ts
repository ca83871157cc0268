import { createParser } from "eventsource-parser";

/** Reads the `data` of server-sent events from a text that comes in pieces. */
export class EventReader {
  readonly #events: string[] = [];
  readonly #parser: ReturnType<typeof createParser>;

  /** `onTooLong` is called when an event is longer than `maxChars`. */
  constructor({ maxChars, onTooLong }: { maxChars?: number; onTooLong?: () => void } = {}) {
    this.#parser = createParser({
      onEvent: ({ data }) => this.#events.push(data),
      onError: ({ type }) => {
        if (type === "max-buffer-size-exceeded") onTooLong?.();
      },
      maxBufferSize: maxChars,
    });
  }

  /** The events that are complete with this piece. */
  read(text: string): string[] {
    this.#parser.feed(text);
    return this.#events.splice(0);
  }

  /** The last event, if it has no end: a model server that stops in mid-line has still sent something. */
  end(): string[] {
    return this.read("\n\n");
  }
}
