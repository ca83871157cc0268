import { EventReader } from "@/lib/chat/event-reader";
import { ApiError } from "./api-error";

/** Longest event that is kept, characters, so that a body without line ends does not fill the memory. */
const EVENT_MAX_CHARS = 64 * 1024 * 1024;

/**
 * The `data` of a body's server-sent events, as they arrive. Invalid UTF-8 becomes U+FFFD. Throws `cut_off` when the
 * connection breaks; everything received before has then been yielded.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = new EventReader({
    maxChars: EVENT_MAX_CHARS,
    onTooLong: () => {
      throw new ApiError("too_large", "The response has an event that is too long to read.");
    },
  });
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new ApiError("cut_off", "The response was cut off: the connection was lost.", { cause });
      });
      yield* events.read(decoder.decode(value, { stream: !done }));
      if (done) break;
    }
    yield* events.end();
  } finally {
    // Stopping early, on purpose or after an error, also stops the model server.
    await reader.cancel().catch(() => undefined);
  }
}
