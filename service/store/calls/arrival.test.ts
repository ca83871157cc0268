import pg from "pg";
import { expect, test } from "vitest";
import type { CallOverview } from "@/lib/contract/calls";
import { CLOCK_AHEAD_MINUTES, STALE_HOURS } from "@/lib/contract/call-kinds";
import { literal, type Query } from "@/lib/contract/expression";
import { toTimestamp } from "@/lib/contract/time";
import type { CallWrite } from "./call-write";
import { finished, list, listIds, PROJECT, start, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const MINUTE_MS = 60_000;

const fromNow = (minutes: number) => toTimestamp(Date.now() + minutes * MINUTE_MS);

async function overviewOf(id: string): Promise<CallOverview | undefined> {
  const [row] = await list(opened().store, { filter: { call_ids: [id] }, columns: ["overview"] });
  return row?.overview;
}

async function written(make: typeof start, fields: Partial<CallWrite> = {}): Promise<string> {
  const id = unique("call");
  await opened().store.writeCalls([make({ id, ...fields })]);
  return id;
}

/** As if the last update of a call had arrived earlier. */
async function setLastEvent(id: string, hoursAgo: number): Promise<void> {
  const client = new pg.Client(opened().connection);
  await client.connect();
  await client.query(
    "update calls set updated_at = statement_timestamp() - $3 * interval '1 hour' where project_id = $1 and id = $2",
    [PROJECT, id, hoursAgo],
  );
  await client.end();
}

test("a call has the time at which it was first received, whatever arrives later", async () => {
  const id = await written(start);
  const first = await overviewOf(id);
  expect(first?.received_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  await opened().store.writeCalls([finished({ id })]);
  expect((await overviewOf(id))?.received_at).toBe(first?.received_at);
});

test.each([
  { name: "long past", minutes: -1_000_000, isAhead: false },
  { name: "now", minutes: 0, isAhead: false },
  { name: "a little ahead", minutes: CLOCK_AHEAD_MINUTES - 1, isAhead: false },
  { name: "too far ahead", minutes: CLOCK_AHEAD_MINUTES + 5, isAhead: true },
])("a call that starts $name is taken as it is, and its clock doubted: $isAhead", async ({ minutes, isAhead }) => {
  const started_at = fromNow(minutes);
  const id = await written(start, { started_at });
  const [row] = await list(opened().store, { filter: { call_ids: [id] }, columns: ["started_at", "overview"] });
  expect(row?.started_at).toBe(started_at);
  const ahead = row?.overview?.clock_ahead_ms;
  expect([ahead !== undefined, (ahead ?? 0) > CLOCK_AHEAD_MINUTES * MINUTE_MS]).toEqual([isAhead, isAhead]);
});

test("calls with wrong clocks can be found by it", async () => {
  const project_id = unique("local/clocks");
  const write = (id: string, minutes: number) => start({ project_id, id, started_at: fromNow(minutes) });
  await opened().store.writeCalls([write("right", 0), write("ahead", 60), write("far", 600)]);
  const query: Query = { $expr: { $gt: [{ $getField: "overview.clock_ahead_ms" }, literal(0)] } };
  expect(await listIds(opened().store, { project_id, query })).toEqual(["ahead", "far"]);
});

test.each<{ name: string; make: typeof start; fields: Partial<CallWrite>; hours: number; stale: boolean }>([
  { name: "a running call", make: start, fields: {}, hours: STALE_HOURS + 1, stale: true },
  { name: "a running call with a later event", make: start, fields: {}, hours: STALE_HOURS - 1, stale: false },
  { name: "a call that ended", make: finished, fields: {}, hours: STALE_HOURS + 1, stale: false },
  { name: "a call that failed", make: start, fields: { exception: "no" }, hours: STALE_HOURS + 1, stale: false },
])("$name, $hours hours after its last event, is stale: $stale", async ({ make, fields, hours, stale }) => {
  const id = await written(make, fields);
  await setLastEvent(id, hours);
  expect((await overviewOf(id))?.stale ?? false).toBe(stale);
});

test.each([
  { name: "a call of its trace has a later event", trace_id: "shared", stale: false },
  { name: "a call of another trace has a later event", trace_id: "other", stale: true },
])("a silent call is stale when $name: $stale", async ({ trace_id, stale }) => {
  const project = unique("trace");
  const id = await written(start, { trace_id: `${project} shared` });
  await written(finished, { trace_id: `${project} ${trace_id}`, parent_id: id });
  await setLastEvent(id, STALE_HOURS + 1);
  expect((await overviewOf(id))?.stale ?? false).toBe(stale);
});

test("a stale call still has the status running, and its late end is accepted", async () => {
  const id = await written(start);
  await setLastEvent(id, STALE_HOURS + 1);
  expect(await overviewOf(id)).toMatchObject({ status: "running", stale: true });
  await opened().store.writeCalls([finished({ id })]);
  expect(await overviewOf(id)).toMatchObject({ status: "success", latency_ms: 1000 });
  expect((await overviewOf(id))?.stale).toBeUndefined();
});
