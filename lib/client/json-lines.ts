import { ApiError } from "./api-error";

/**
 * The lines of a body as they arrive, without their line ends. Throws `cut_off` when the connection breaks or the last
 * line has no end, so that a partial list is never mistaken for a complete one; everything received before has then
 * been yielded.
 */
export async function* readLines(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending: string[] = [];
  let lines = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw cutOff(lines, cause);
      });
      if (done) break;
      const [head = "", ...rest] = decoder.decode(value, { stream: true }).split("\n");
      pending.push(head);
      for (const next of rest) {
        const line = pending.join("");
        pending = [next];
        lines += 1;
        if (line.trim() !== "") yield line;
      }
    }
    if (pending.join("").trim() !== "") throw cutOff(lines);
  } finally {
    // Stopping early, by `break` or by an error, also stops the service's query.
    await reader.cancel().catch(() => undefined);
  }
}

function cutOff(lines: number, cause?: unknown): ApiError {
  return new ApiError("cut_off", `The list was cut off after ${lines} rows: the connection was lost.`, { cause });
}
