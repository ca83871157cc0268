import type { Logger } from "pino";
import { writeJson } from "@/lib/contract/json/text";
import type { Outcome, ServiceContext } from "@/service/middleware/env";
import { describe } from "@/service/middleware/errors";

const encoder = new TextEncoder();

/**
 * Answers rows as JSON lines, asking for the next batch when the reader has taken the last. What fails before the
 * first batch throws; what fails later breaks the connection, so that a cut list never looks whole. A reader that
 * leaves aborts the signal.
 */
export async function streamLines(
  c: ServiceContext,
  logger: Logger,
  list: (signal: AbortSignal) => AsyncIterable<readonly unknown[]>,
): Promise<Response> {
  const leaving = new AbortController();
  const signal = AbortSignal.any([c.req.raw.signal, leaving.signal]);
  const batches = list(signal)[Symbol.asyncIterator]();
  let first: IteratorResult<readonly unknown[]> | undefined = await batches.next();
  const end = endOf(c);
  signal.addEventListener("abort", () => end("client_left"), { once: true });
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await batches.next());
          first = undefined;
          if (done) {
            controller.close();
            end("ok");
          } else controller.enqueue(encoder.encode(lines(value)));
        } catch (error) {
          if (signal.aborted) return;
          logger.error({ request_id: c.get("requestId"), error: describe(error) }, "a list was cut off");
          controller.error(new Error("The list failed midway; its connection is broken on purpose"));
          end("cut_off");
        }
      },
      async cancel() {
        leaving.abort();
        await batches.return?.();
      },
    },
    { highWaterMark: 1 },
  );
  return c.body(stream, 200, { "content-type": "application/jsonl" });
}

function lines(rows: readonly unknown[]): string {
  return rows.map((row) => `${writeJson(row)}\n`).join("");
}

/** Tells the middleware when the stream has ended: the log line and the key's place wait for it. */
function endOf(c: ServiceContext): (outcome: Outcome) => void {
  let end: (outcome: Outcome) => void = () => {};
  c.set("streamEnd", new Promise<Outcome>((resolve) => (end = resolve)));
  return end;
}
