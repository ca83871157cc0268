import { AsyncResource } from "node:async_hooks";
import type { Logger } from "pino";
import { writeJson, writeJsonLine } from "@/lib/json/text";
import type { Outcome, ServiceContext } from "@/service/http/middleware/env";
import { describe } from "@/service/telemetry/describe-error";

const encoder = new TextEncoder();

/** Rows in batches, until the signal aborts because the reader has disconnected. */
export type RowBatches = (signal: AbortSignal) => AsyncIterable<readonly unknown[]>;

/** Sends rows as JSON lines. */
export async function streamLines(c: ServiceContext, logger: Logger, list: RowBatches): Promise<Response> {
  return streamParts(c, logger, "application/jsonl", async function* (signal) {
    for await (const rows of list(signal)) yield encoder.encode(rows.map(writeJsonLine).join(""));
  });
}

/** Sends rows as one JSON object whose field `name` is the list of them. */
export async function streamArray(
  c: ServiceContext,
  logger: Logger,
  name: string,
  list: RowBatches,
): Promise<Response> {
  return streamParts(c, logger, "application/json", async function* (signal) {
    let before = `{${JSON.stringify(name)}:[`;
    for await (const rows of list(signal)) {
      if (rows.length === 0) continue;
      yield encoder.encode(before + rows.map(writeJson).join(","));
      before = ",";
    }
    yield encoder.encode(before === "," ? "]}" : `${before}]}`);
  });
}

/**
 * Sends a body in parts, as fast as it is read. A failure before the first part throws; a later one breaks the
 * connection, so that an incomplete response never looks complete. The signal aborts when the reader disconnects, and
 * when its key is revoked, which breaks the connection too.
 */
export async function streamParts(
  c: ServiceContext,
  logger: Logger,
  contentType: string,
  read: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): Promise<Response> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([c.req.raw.signal, leaving.signal]);
  const parts = read(signal)[Symbol.asyncIterator]();
  // What is read later belongs to the span of this request, too.
  const readNext = AsyncResource.bind(async () => {
    const next = await parts.next();
    if (!next.done) await c.get("audit")?.sending({ bytes: next.value.length });
    return next;
  });
  let first: IteratorResult<Uint8Array> | undefined = await readNext();
  const end = endOf(c);
  signal.addEventListener("abort", () => end("client_left"), { once: true });
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        c.get("revoked").signal.addEventListener("abort", () => {
          end("revoked");
          controller.error(new Error("The key was revoked; the connection was closed"));
          leaving.abort();
          Promise.resolve(parts.return?.()).catch(() => undefined);
        });
      },
      async pull(controller) {
        try {
          const { done, value } = first ?? (await readNext());
          first = undefined;
          if (done) {
            controller.close();
            end("ok");
          } else controller.enqueue(value);
        } catch (error) {
          if (signal.aborted) return;
          logger.error({ request_id: c.get("requestId"), error: describe(error) }, "a list was cut off");
          controller.error(new Error("The list failed midway; the connection was closed"));
          end("cut_off");
        }
      },
      async cancel() {
        leaving.abort();
        await parts.return?.();
      },
    },
    { highWaterMark: 1 },
  );
  return c.body(stream, 200, { "content-type": contentType });
}

/** Reports the end of the stream to the middleware, which then writes the log line and releases the key's place. */
function endOf(c: ServiceContext): (outcome: Outcome) => void {
  let end: (outcome: Outcome) => void = () => {};
  c.set("streamEnd", new Promise<Outcome>((resolve) => (end = resolve)));
  return end;
}
