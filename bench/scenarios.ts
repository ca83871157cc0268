import { setTimeout as pause } from "node:timers/promises";
import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { ROW_COLUMNS } from "@/lib/queries/call-rows";
import { type CallsView, NEWEST_TRACES, sortCalls } from "@/lib/filter/calls-view";
import { selectCalls } from "@/lib/filter/select-calls";
import { measure, once } from "./measure";
import type { BareStatements } from "./bare-statements";
import { type Post, poster, toService } from "./post";
import { progressOf } from "./progress";
import { type Result, compared } from "./report";
import { ABSENT, CALLS_PER_TRACE, NEEDLE, PROJECT, batchItems, benchCalls, callId, rangeOf, traceId } from "./rows";
import { signIn } from "./session";
import type { System } from "./system";

export const BATCH_CALLS = 500;
const LIST_ROWS = 50;
const HOUR_SECONDS = 3600;
/** Fewer calls are searched one by one. */
const UNINDEXED = 1024;
const LOOK_EVERY_MS = 5_000;
/** For references that read all calls: with millions of them one run takes minutes. */
const SLOW_WITHIN_MS = 60_000;
/** With more, the bare search reads tens of gigabytes: ten minutes at ten million. */
const BARE_SEARCH_CALLS = 1_000_000;
const MIDDLE_OF_RUN = "2026-01-01T00:05:00Z";

/**
 * Writes `calls` calls over HTTP, durable when answered, and the same rows with plain statements; each in one stream of
 * batches.
 */
export async function ingest(post: Post, reference: BareStatements, calls: number): Promise<Result> {
  const progress = progressOf("sending calls", calls);
  let [ours, plain] = [0, 0];
  for (let from = 0; from < calls; from += BATCH_CALLS) {
    const to = Math.min(from + BATCH_CALLS, calls);
    const rows = benchCalls(from, to);
    const body = writeJson({ batch: rows.flatMap(batchItems) });
    ours += await once(() => post(endpoints.callUpsertBatch, body));
    plain += await once(() => reference.insert(rows));
    progress(to);
  }
  return {
    what: `ingest of 2 KB calls, ${BATCH_CALLS} a request`,
    unit: "rows/s",
    ours: (calls / ours) * 1000,
    reference: { what: "plain batch insert", value: (calls / plain) * 1000 },
    target: "≥ 0.5 ×",
  };
}

/** Reads as the screens do, each compared with the bare statement. */
export async function reads(post: Post, reference: BareStatements, calls: number): Promise<Result[]> {
  const spread = (index: number) => (index * 7919) % calls;
  const traceOf = (index: number) => Math.floor(spread(index) / CALLS_PER_TRACE);
  const newest = listBody({});
  const filtered = listBody({ roots: false, q: "op:step-3 status:error", from: MIDDLE_OF_RUN });
  await untilIndexed(reference);
  return [
    compared(
      "/call/read",
      await measure(300, (index) => post(endpoints.callRead, readBody(spread(index)))),
      await measure(300, (index) => reference.readOne(callId(spread(index)))),
      "p50 ≤ 1 ms",
    ),
    compared(
      "newest 50 traces",
      await measure(100, () => post(endpoints.callsStreamQuery, newest)),
      await measure(100, () => reference.newest()),
      "p50 ≤ 2 ×, p95 ≤ 15 ms",
    ),
    compared(
      "newest 50 with three filters",
      await measure(100, () => post(endpoints.callsStreamQuery, filtered)),
      await measure(100, () => reference.newestFiltered("step-3", MIDDLE_OF_RUN)),
      "p50 ≤ 2 ×, p95 ≤ 50 ms",
    ),
    compared(
      "one trace",
      await measure(200, (index) => post(endpoints.callsStreamQuery, traceBody(traceId(traceOf(index))))),
      await measure(200, (index) => reference.trace(traceId(traceOf(index)))),
      "p50 ≤ 2 ×, p95 ≤ 20 ms",
    ),
    ...(await searches(post, reference, calls)),
  ];
}

async function searches(post: Post, reference: BareStatements, calls: number): Promise<Result[]> {
  const timed = async (what: string, words: string, [ours, bare]: readonly [number, number]): Promise<Result> => {
    const body = listBody({ roots: false, q: words });
    const timing = await measure(ours, () => post(endpoints.callsStreamQuery, body));
    const target = "p95 ≤ 300 ms";
    if (calls > BARE_SEARCH_CALLS) return { what, unit: "ms", ours: timing.p50, p95: timing.p95, target };
    return compared(what, timing, await measure(bare, () => reference.search(words), SLOW_WITHIN_MS), target);
  };
  return [await timed("text search", NEEDLE, [10, 10]), await timed("text search that finds nothing", ABSENT, [20, 3])];
}

/** The index is filled in the background: waits until it has all segments. */
export async function untilIndexed(reference: BareStatements): Promise<void> {
  const all = await reference.callsToIndex();
  const progress = progressOf("indexing calls for search", all);
  for (let waiting = all; waiting >= UNINDEXED; waiting = await reference.callsToIndex()) {
    progress(Math.max(0, all - waiting));
    await pause(LOOK_EVERY_MS);
  }
}

/** Calls by hour and op, with percentiles, tokens and costs; all of them, whatever the range of the screen. */
export async function statistics(post: Post, reference: BareStatements, calls: number): Promise<Result> {
  const [start, end] = rangeOf(calls);
  const body = writeJson({ project_id: PROJECT, start, end, granularity: HOUR_SECONDS, group_by: ["op_name"] });
  return compared(
    "statistics by hour and op, with percentiles",
    await measure(20, () => post(endpoints.callsStats, body)),
    await measure(20, () => reference.statistics(start, end), SLOW_WITHIN_MS),
    "p95 ≤ 300 ms",
  );
}

/** The same request through the dashboard's relay and directly to the service. */
export async function relay(system: System): Promise<Result> {
  const headers = { cookie: await signIn(system), origin: system.dashboardUrl };
  const relayed = poster(`${system.dashboardUrl}/api/service`, headers);
  const straight = toService(system);
  const ours = await measure(300, () => relayed(endpoints.callRead, readBody(0)));
  const theirs = await measure(300, () => straight(endpoints.callRead, readBody(0)));
  const reference = { what: "straight to the service", value: theirs.p50, p95: theirs.p95 };
  return { ...compared("/call/read through the dashboard", ours, theirs, "p50 ≤ 3 ms added"), reference };
}

const readBody = (number: number) => JSON.stringify({ project_id: PROJECT, id: callId(number) });

/** The request of a list of calls: the newest 50 traces, or what the view selects. */
export function listBody(view: Partial<CallsView>): string {
  const whole = { ...NEWEST_TRACES, ...view };
  return rowsBody({ ...selectCalls(whole, Date.now()), sort_by: sortCalls(whole), limit: LIST_ROWS });
}

/** The request of all calls of a trace. */
export function traceBody(id: string): string {
  const sort_by = [{ field: "started_at", direction: "asc" }];
  return rowsBody({ filter: { trace_ids: [id] }, sort_by });
}

function rowsBody(query: object): string {
  return writeJson({ ...query, project_id: PROJECT, columns: ROW_COLUMNS, include_overview: true });
}
