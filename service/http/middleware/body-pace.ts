import { AppError } from "@/lib/contract/app-error";
import { BODY_BYTES_PER_SECOND, BODY_IDLE_MS } from "@/lib/contract/limits";

export type PaceLimits = { idleMs: number; bytesPerSecond: number };

const LIMITS: PaceLimits = { idleMs: BODY_IDLE_MS, bytesPerSecond: BODY_BYTES_PER_SECOND };

/**
 * Passes the chunks of a body on while it advances. Throws `request_timeout` when it pauses for longer than the idle
 * limit, or is below the minimum rate after that time. Time that the reader needs for a chunk does not count.
 */
export async function* paced(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { idleMs, bytesPerSecond }: PaceLimits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const iterator = iteratorOf(chunks);
  let waitedMs = 0;
  let bytes = 0;
  let done = false;
  try {
    for (;;) {
      const allowedMs = idleMs + (bytes / bytesPerSecond) * 1000 - waitedMs;
      const since = performance.now();
      const next = await within(iterator.next(), Math.min(idleMs, allowedMs), () =>
        allowedMs < idleMs
          ? `The body arrived more slowly than ${bytesPerSecond} bytes a second`
          : `No body data arrived for ${idleMs / 1000} s`,
      );
      waitedMs += performance.now() - since;
      if (next.done) {
        done = true;
        return;
      }
      bytes += next.value.length;
      yield next.value;
    }
  } finally {
    // Not awaited, because a source that hangs may also hang here.
    if (!done) Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Reads a body at once; throws `request_timeout` when it has not arrived within the idle limit. */
export async function whole<Body>(body: Promise<Body>, { idleMs }: PaceLimits = LIMITS): Promise<Body> {
  return within(body, idleMs, () => `The body did not arrive within ${idleMs / 1000} s`);
}

function iteratorOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
}

async function within<Value>(value: Value | Promise<Value>, limitMs: number, message: () => string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("request_timeout", message())), limitMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
