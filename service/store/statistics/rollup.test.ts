import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { literal } from "@/lib/contract/expression";
import type { PricedSpan } from "@/service/store/costs/call-prices";
import type { StatsQuery } from "./statements";
import { expireCalls } from "@/service/store/maintenance/erase";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { finished, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ ...opened().connection, options: "-c timezone=UTC" });
  await client.connect();
});
afterAll(() => client.end());

const at = (hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 2, 28, hour, minute, 7, 123)).toISOString().replace("Z", "456Z");
const START = "2026-03-28T00:20:00.000000Z";
const END = "2026-03-29T06:00:00.000000Z";
const hourly = (minute: string) =>
  Array.from({ length: 28 }, (_, hour) => new Date(Date.UTC(2026, 2, 28, hour)).toISOString().slice(0, 13)).map(
    (hour) => `${hour}:${minute}:00.000000Z`,
  );

const PRICES: PricedSpan[] = [
  { model: "m-1", from: "2026-01-01T00:00:00.000000Z", to: "2026-03-28T02:30:00.000000Z" },
  { model: "m-1", from: "2026-03-28T02:30:00.000000Z", to: undefined },
  { model: "m-2", from: "2026-03-28T03:00:00.000000Z", to: undefined },
];

type Buckets = Pick<StatsQuery, "start" | "end" | "starts" | "groupBy" | "filter">;
const ASKED: [Buckets, ...Buckets[]] = [
  { start: START, end: END, starts: hourly("00"), groupBy: ["op_name", "model"] },
  { start: START, end: END, starts: hourly("30"), groupBy: ["op_name"] },
  { start: hourly("00")[1] ?? START, end: END, starts: ["2026-03-28T00:00:00.000000Z"], groupBy: [] },
  { start: START, end: at(3, 17), starts: [START, at(2, 45)], groupBy: ["model"], filter: { op_names: ["a", "c:*"] } },
];

const EVERY = { $expr: { $eq: [literal(1), literal(1)] as [never, never] } };

/** Counts from roll-ups, and the same from only the calls, each in a fixed order. */
async function bothWays(project_id: string, asked: Buckets) {
  const query = { project_id, ...asked, prices: PRICES, limit: 1000 };
  const [rolled, scanned] = await Promise.all([
    opened().store.countByTime(query),
    opened().store.countByTime({ ...query, query: EVERY }),
  ]);
  const placeOf = (one: object) =>
    ["bucket", "op_name", "model", "price"].map((name) => JSON.stringify(Reflect.get(one, name)) ?? "").join();
  const byPlace = (a: object, b: object) => (placeOf(a) < placeOf(b) ? -1 : 1);
  const sorted = (calls: typeof rolled) =>
    calls.map(({ usage, ...counted }) => ({ ...counted, usage: usage.toSorted(byPlace) })).sort(byPlace);
  return { rolled: sorted(rolled), scanned: sorted(scanned) };
}

async function expectSame(project_id: string, ways = ASKED): Promise<void> {
  for (const asked of ways) {
    const { rolled, scanned } = await bothWays(project_id, asked);
    expect(rolled).toEqual(scanned);
  }
  const [project] = await opened().store.listProjects({ within: [project_id] });
  const { count } = await opened().store.countCalls({ project_id, query: EVERY, totalStorageSize: false });
  const whole = await opened().store.countCalls({ project_id, totalStorageSize: false });
  expect([project?.calls ?? 0, whole.count]).toEqual([count, count]);
}

const rollUp = () => opened().store.rollUpCalls(new AbortController().signal);

/** Hours that are counted call by call. */
async function staleHours(project_id: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(distinct starts_at)::int as count from stale_call_hours where project_id = $1",
    [project_id],
  );
  return rows[0]?.count ?? 0;
}

const IDS = ["c0", "c1", "c2", "c3", "c4", "c5"];
const id = fc.constantFrom(...IDS);
const count = fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined });
const usage = fc.record({ prompt_tokens: count, completion_tokens: count, cached_tokens: count, total_tokens: count });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const write = fc
  .record({
    id,
    rank: fc.constantFrom(RANK.start, RANK.end, RANK.update),
    parent_id: maybe(id),
    op_name: maybe(fc.constantFrom("a", "b", "c:1", "c:2")),
    hour: maybe(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0, 25, 40))),
    ms: maybe(fc.integer({ min: -10, max: 100_000 })),
    model: maybe(fc.constantFrom("m-1", "m-2", "m-3")),
    kind: maybe(fc.constantFrom("llm" as const, "agent" as const, "tool" as const)),
    usage: maybe(usage),
    exception: maybe(fc.constantFrom("", "boom")),
  })
  .map(({ hour, ms, ...said }): Omit<CallWrite, "project_id"> => {
    const started_at = hour && at(...hour);
    const ended_at = ms === undefined ? undefined : new Date(Date.parse(at(2)) + ms).toISOString().replace("Z", "000Z");
    return { ...said, trace_id: "t", started_at, ended_at };
  });

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("write" as const), writes: fc.array(write, { maxLength: 6 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ does: "roll" as const }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete" as const), ids: fc.array(id, { maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("restore" as const), ids: fc.array(id, { maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("expire" as const), hour: fc.integer({ min: 0, max: 3 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(project_id: string, taken: Step): Promise<void> {
  const { store } = opened();
  if (taken.does === "write") await store.writeCalls(taken.writes.map((one) => ({ ...one, project_id })));
  else if (taken.does === "delete") await store.deleteCalls(project_id, taken.ids);
  else if (taken.does === "restore") await store.restoreCalls(project_id, taken.ids);
  else if (taken.does === "expire") await expireCalls(client, project_id, new Date(at(taken.hour)));
  else await rollUp();
}

describe("rolled-up hours", () => {
  test("equal the totals of their calls, after any sequence of writes, changes and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const project_id = unique("rolled/any");
        for (const [place, taken] of steps.entries()) {
          await take(project_id, taken);
          await expectSame(project_id, [ASKED[place % ASKED.length] ?? ASKED[0]]);
        }
        await rollUp();
        expect(await staleHours(project_id)).toBe(0);
        await expectSame(project_id);
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  test("concurrent writers and roll-ups do not change the result", async () => {
    const { store } = opened();
    const project_id = unique("rolled/racing");
    let writing = true;
    const rolling = (async () => {
      while (writing) await rollUp();
    })();
    const writer = async (lane: number) => {
      for (let round = 0; round < 12; round += 1) {
        const [parent, child] = [`p${round}`, `c${round}-${lane}`];
        const said = { project_id, trace_id: "t", usage: { prompt_tokens: lane + 1 } };
        // One writer adds the parent, in the hour before its children's, while the others add the children.
        if (lane === 0) await store.writeCalls([finished({ ...said, id: parent, started_at: at(2 * round) })]);
        else
          await store.writeCalls([finished({ ...said, id: child, parent_id: parent, started_at: at(2 * round + 1) })]);
        if (lane === 2 && round % 3 === 0) await store.deleteCalls(project_id, [child]);
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
    writing = false;
    await rolling;
    await expectSame(project_id);
    await rollUp();
    expect(await staleHours(project_id)).toBe(0);
    await expectSame(project_id);
  });

  test("are not made of an hour that has about as many groups as calls", async () => {
    const { store } = opened();
    const project_id = unique("rolled/many");
    const calls = Array.from({ length: 1001 }, (_, place) =>
      finished({ project_id, id: `c${place}`, op_name: `op-${place}`, started_at: at(1) }),
    );
    await store.writeCalls([...calls, finished({ project_id, id: "other", started_at: at(2) })]);
    await rollUp();
    const { rows } = await client.query("select calls::int from call_hours where project_id = $1", [project_id]);
    expect(rows).toEqual([{ calls: 1 }]);
    const { rolled, scanned } = await bothWays(project_id, {
      start: START,
      end: END,
      starts: [START],
      groupBy: [],
    });
    expect(rolled).toEqual(scanned);
    await store.deleteCalls(project_id, ["c1", "c2"]);
    await rollUp();
    expect(await staleHours(project_id)).toBe(0);
  });

  test("take one round however many wrote to the hour", async () => {
    const { store } = opened();
    const project_id = unique("rolled/busy");
    await store.writeCalls([finished({ project_id, id: "c", started_at: at(1) })]);
    await client.query(
      `insert into stale_call_hours (project_id, starts_at) select project_id, starts_at
       from stale_call_hours cross join generate_series(1, 10000) where project_id = $1`,
      [project_id],
    );
    await rollUp();
    expect(await staleHours(project_id)).toBe(0);
  });

  test("wait for a transaction that may not have seen what they are about", async () => {
    const { store } = opened();
    const project_id = unique("rolled/waiting");
    await client.query("begin; select pg_current_xact_id()");
    await store.writeCalls([finished({ project_id, id: "c", started_at: at(1) })]);
    await store.rollUpCalls(AbortSignal.timeout(200));
    expect(await staleHours(project_id)).toBe(1);
    await client.query("commit");
    await rollUp();
    expect(await staleHours(project_id)).toBe(0);
  });
});
