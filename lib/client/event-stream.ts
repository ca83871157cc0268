import { ApiError } from "./api-error";

/** Longest line that is kept, characters, so that a body without line ends does not fill the memory. */
const LINE_MAX_CHARS = 64 * 1024 * 1024;

/**
 * The `data` of a body's server-sent events, as they arrive (HTML standard, 9.2.6). Invalid UTF-8 becomes U+FFFD.
 * Throws `cut_off` when the connection breaks; everything received before has then been yielded. An unterminated event
 * is yielded too: a model server that stops in mid-line has still sent something.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  const data: string[] = [];
  const take = () => data.splice(0).join("\n");
  for await (const line of readLines(body, signal)) {
    if (line === "") {
      if (data.length > 0) yield take();
    } else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
  }
  if (data.length > 0) yield take();
}

/** Lines that end with a line feed, with or without a carriage return before it. */
async function* readLines(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new ApiError("cut_off", "The response was cut off: the connection was lost.", { cause });
      });
      const [head = "", ...rest] = decoder.decode(value, { stream: !done }).split("\n");
      pending.push(head);
      length += head.length;
      if (length > LINE_MAX_CHARS) throw new ApiError("too_large", "The response has a line that is too long to read.");
      for (const next of rest) {
        yield withoutReturn(pending.join(""));
        pending = [next];
        length = next.length;
      }
      if (done) break;
    }
    const last = pending.join("");
    if (last !== "") yield withoutReturn(last);
  } finally {
    // Stopping early, on purpose or after an error, also stops the model server.
    await reader.cancel().catch(() => undefined);
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
