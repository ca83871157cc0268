import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import type { BareStatements } from "./bare-statements";
import { inParallel, openLoad } from "./load";
import { once } from "./measure";
import { progressOf } from "./progress";
import type { Result } from "./report";
import { batchItems, benchCalls, callId } from "./rows";
import { BATCH_CALLS } from "./scenarios";
import type { System } from "./system";

const SENDERS = 4;
/** The plain rows would double the space on disk if there were as many of them. */
const PLAIN_CALLS = 10_000;
const MS_PER_SECOND = 1000;

/**
 * Sends the calls numbered `from` inclusive to `to` exclusive that are not stored yet, and the last of them to a plain
 * table; undefined if all were stored. `total` is how many calls there will be, for the time left.
 */
export async function fill(
  system: System,
  reference: BareStatements,
  [from, to]: readonly [number, number],
  total: number,
): Promise<Result | undefined> {
  const missing = await missingBatches(reference, from, to);
  const callsOf = (start: number) => Math.min(start + BATCH_CALLS, to) - start;
  const calls = missing.reduce((sum, start) => sum + callsOf(start), 0);
  if (calls === 0) return undefined;
  let done = to - calls;
  const progress = progressOf("sending calls", total, done);
  const headers = { authorization: `Bearer ${system.key}` };
  const load = openLoad(system.serviceUrl + endpoints.callUpsertBatch.path, headers, SENDERS);
  const ours = await once(() =>
    inParallel(SENDERS, missing.length, async (index) => {
      const start = missing[index] ?? to;
      await load.ask(writeJson({ batch: benchCalls(start, start + callsOf(start)).flatMap(batchItems) }));
      progress((done += callsOf(start)));
    }),
  );
  await load.close();
  return {
    what: `ingest of 2 KB calls, ${BATCH_CALLS} a request, ${SENDERS} senders`,
    unit: "rows/s",
    ours: (calls / ours) * MS_PER_SECOND,
    reference: { what: "plain batch insert, one connection", value: await plainRate(reference, from, to) },
    target: "≥ 0.5 ×",
  };
}

/** First numbers of the batches that are not stored; a batch is stored as a whole or not at all, in any order. */
async function missingBatches(reference: BareStatements, from: number, to: number): Promise<number[]> {
  const starts = Array.from({ length: Math.ceil((to - from) / BATCH_CALLS) }, (_, batch) => from + batch * BATCH_CALLS);
  const lastOf = (start: number) => callId(Math.min(start + BATCH_CALLS, to) - 1);
  const stored = await reference.stored(starts.map(lastOf));
  return starts.filter((start) => !stored.has(lastOf(start)));
}

/** Rows per second of plain inserts of the last calls in a range. */
async function plainRate(reference: BareStatements, from: number, to: number): Promise<number> {
  const first = Math.max(from, to - PLAIN_CALLS);
  let took = 0;
  for (let start = first; start < to; start += BATCH_CALLS) {
    const rows = benchCalls(start, Math.min(start + BATCH_CALLS, to));
    took += await once(() => reference.insert(rows));
  }
  return ((to - first) / took) * MS_PER_SECOND;
}
