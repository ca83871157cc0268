import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/contract/json/text";
import { ROW_COLUMNS } from "@/lib/queries/calls";
import { type CallsView, NEWEST_TRACES, selectCalls, sortCalls } from "@/lib/queries/calls-filter";
import { type Timing, measure, once } from "./measure";
import type { BareStatements } from "@/service/store/bare-statements";
import type { Result } from "./report";
import { CALLS_PER_TRACE, NEEDLE, PROJECT, batchItems, benchCalls, callId, traceId } from "./rows";
import { signIn } from "./session";
import type { System } from "./system";

const BATCH_CALLS = 500;
const LIST_ROWS = 50;
const MIDDLE_OF_RUN = "2026-01-01T00:05:00Z";

/** Sends a body that is ready and reads the answer to its end: what a client makes of it is not measured. */
export type Post = (endpoint: Endpoint, body: string) => Promise<void>;

/** Straight to the service, as a program. */
export function toService({ serviceUrl, key }: System): Post {
  return poster(serviceUrl, { authorization: `Bearer ${key}` });
}

function poster(baseUrl: string, headers: Record<string, string>): Post {
  return async ({ path }, body) => {
    const sent = { ...headers, "content-type": "application/json" };
    const answer = await fetch(`${baseUrl}${path}`, { method: "POST", headers: sent, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  };
}

/** Writes `calls` calls over HTTP, durable when answered, and the same rows plainly; each in one stream of batches. */
export async function ingest(post: Post, reference: BareStatements, calls: number): Promise<Result> {
  let [ours, plain] = [0, 0];
  for (let from = 0; from < calls; from += BATCH_CALLS) {
    const rows = benchCalls(from, Math.min(from + BATCH_CALLS, calls));
    const body = writeJson({ batch: rows.flatMap(batchItems) });
    ours += await once(() => post(endpoints.callUpsertBatch, body));
    plain += await once(() => reference.insert(rows));
  }
  return {
    what: `ingest of 2 KB calls, ${BATCH_CALLS} a request`,
    unit: "rows/s",
    ours: (calls / ours) * 1000,
    reference: { what: "plain batch insert", value: (calls / plain) * 1000 },
    target: "≥ 0.5 ×",
  };
}

/** Reads as the screens do, each beside the bare statement. */
export async function reads(post: Post, reference: BareStatements, calls: number): Promise<Result[]> {
  const spread = (index: number) => (index * 7919) % calls;
  const traceOf = (index: number) => Math.floor(spread(index) / CALLS_PER_TRACE);
  const newest = listBody({});
  const filtered = listBody({ roots: false, op: ["step-3"], status: ["error"], from: MIDDLE_OF_RUN });
  const search = listBody({ roots: false, q: NEEDLE });
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
      await measure(200, (index) => post(endpoints.callsStreamQuery, traceBody(traceOf(index)))),
      await measure(200, (index) => reference.trace(traceId(traceOf(index)))),
      "p50 ≤ 2 ×, p95 ≤ 20 ms",
    ),
    compared(
      "text search",
      await measure(10, () => post(endpoints.callsStreamQuery, search)),
      await measure(10, () => reference.search(NEEDLE)),
      "p50 ≤ 2 ×, p95 ≤ 300 ms",
    ),
  ];
}

/** The same request through the dashboard's relay and straight to the service. */
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

function listBody(view: Partial<CallsView>): string {
  const whole = { ...NEWEST_TRACES, ...view };
  return rowsBody({ ...selectCalls(whole, Date.now()), sort_by: sortCalls(whole), limit: LIST_ROWS });
}

function traceBody(number: number): string {
  const sort_by = [{ field: "started_at", direction: "asc" }];
  return rowsBody({ filter: { trace_ids: [traceId(number)] }, sort_by });
}

function rowsBody(query: object): string {
  return writeJson({ ...query, project_id: PROJECT, columns: ROW_COLUMNS, include_overview: true });
}

function compared(what: string, ours: Timing, reference: Timing, target: string): Result {
  return {
    what,
    unit: "ms",
    ours: ours.p50,
    p95: ours.p95,
    reference: { what: "bare statement", value: reference.p50, p95: reference.p95 },
    target,
  };
}
