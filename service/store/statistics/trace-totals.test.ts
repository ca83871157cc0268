import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallsQuery } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import { type Expression, literal } from "@/lib/contract/expression";
import type { Pricing } from "@/service/store/costs/call-costs";
import { expireCalls } from "@/service/store/maintenance/erase";
import type { CallsListQuery } from "@/service/store/calls/list-calls";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import type { CountedCalls } from "./count-by-time";
import { finished, listIds, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ ...opened().connection, options: "-c timezone=UTC" });
  await client.connect();
});
afterAll(() => client.end());

const at = (minute: number) => new Date(Date.UTC(2026, 2, 28, 8, minute)).toISOString().replace("Z", "000Z");
const RANGE = { start: at(0), end: at(60), starts: [at(0), at(20)] };

const totalTraces = () => opened().store.totalTraces(new AbortController().signal);

const field = (name: string): Expression => ({ $getField: name });
const where = (operator: "$eq" | "$gt" | "$lte", name: string, value: unknown) =>
  ({ $expr: { [operator]: [field(name), literal(value)] } }) as NonNullable<CallsQuery["query"]>;

const QUERIES: NonNullable<CallsQuery["query"]>[] = [
  where("$gt", "overview.total_tokens", 1000),
  where("$lte", "overview.prompt_tokens", 1000),
  where("$eq", "overview.cached_tokens", null),
  where("$eq", "overview.model", "m-1"),
  where("$eq", "overview.model", null),
  where("$eq", "overview.status", "descendant_error"),
  where("$eq", "overview.status", "success"),
  { $expr: { $not: [where("$eq", "overview.status", "descendant_error").$expr] } },
  where("$gt", "overview.status", "e"),
];
const SORTS = ["overview.total_tokens", "overview.completion_tokens", "overview.model", "overview.status"];

function price(model: string, from: string, to: string | undefined, costs: Partial<Omit<Cost, "pricing_level">>) {
  const cost: Cost = {
    id: `${model} ${from}`,
    llm_id: model,
    provider_id: "default",
    pricing_level: "project",
    effective_date: from,
    prompt_token_cost: 0,
    completion_token_cost: 0,
    prompt_token_cost_unit: "USD",
    completion_token_cost_unit: "USD",
    ...costs,
  };
  return { model, from, to, price: cost };
}

/** One price changes while traces run and has tiers, one has two currencies, and one model has none. */
const PRICES = [
  price("m-1", at(0), at(20), { prompt_token_cost: 1e-5, completion_token_cost: 3e-5 }),
  ...["", "batch", "flex", "priority"].flatMap((serviceTier) => [
    {
      ...price("m-1", at(20), undefined, {
        prompt_token_cost: serviceTier === "batch" ? 1e-5 : 2e-5,
        cache_read_input_token_cost: 1e-6,
        cache_creation_input_token_cost: 3e-5,
        cache_creation_1h_input_token_cost: 5e-5,
      }),
      serviceTier,
      above: 0,
      upTo: 32_000,
    },
    { ...price("m-1", at(20), undefined, { prompt_token_cost: 7e-5 }), serviceTier, above: 32_000 },
  ]),
  price("m-2", at(10), undefined, {
    prompt_token_cost: 4e-5,
    completion_token_cost: 0.1,
    completion_token_cost_unit: "EUR",
  }),
];
const PRICINGS: Pricing[] = [
  { prices: PRICES, basis: "stated" },
  { prices: PRICES, basis: "prices" },
  { prices: [], basis: "stated" },
];
const COST = "overview.total_cost";
const COST_QUERIES = [where("$gt", COST, 0.05), where("$eq", COST, null)];

/** The order of the rows of statistics depends on how the server reads them. */
const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

type Asked = Pick<CallsListQuery, "filter" | "query" | "pricing" | "sort_by"> & { project_id: string };

/** A list in one order, a count, statistics or facets of some calls, by `way`, in a fixed order. */
async function answer(asked: Asked, way: number): Promise<unknown> {
  const { store } = opened();
  switch (way % 4) {
    case 0:
      return (await listIds(store, asked)).toSorted();
    case 1:
      return store.countFacets({ ...asked, fields: ["status", "model"] });
    case 2:
      return (await store.countCalls({ ...asked, totalStorageSize: false })).count;
    default: {
      const counted = await store.countByTime({ ...asked, ...RANGE, prices: PRICES, groupBy: [], limit: 99 });
      const costs = (one: CountedCalls) =>
        one.stated.map((stated) => ({ ...stated, amounts: stated.amounts.toSorted((a, b) => a - b) }));
      return inOrder(counted.map((one) => ({ ...one, usage: inOrder(one.usage), stated: inOrder(costs(one)) })));
    }
  }
}

/** What is shown of the calls of a project, each filter in another way by `turn`. */
async function shown(project_id: string, turn: number): Promise<unknown[]> {
  const filters = [{ trace_roots_only: true }, {}].map((filter) => ({ project_id, filter }));
  const sortOf = (field: string, place: number) => [
    { field, direction: (place + turn) % 2 === 0 ? ("asc" as const) : ("desc" as const) },
  ];
  const costs = PRICINGS.flatMap((pricing) => filters.map((calls) => ({ ...calls, pricing })));
  const asked = [
    ...filters.flatMap((calls) => QUERIES.map((query) => ({ ...calls, query }))),
    ...costs.flatMap((calls) => COST_QUERIES.map((query) => ({ ...calls, query }))),
  ];
  const sorted = [
    ...filters.flatMap((calls) => SORTS.map((name, place) => ({ ...calls, sort_by: sortOf(name, place) }))),
    ...costs.map((calls, place) => ({ ...calls, sort_by: sortOf(COST, place) })),
  ];
  return Promise.all([
    ...asked.map((calls, place) => answer(calls, place + turn)),
    ...sorted.map((calls) => listIds(opened().store, calls)),
  ]);
}

const staleTraces = async (project_id: string) =>
  (await client.query("select distinct trace_id from stale_traces where project_id = $1", [project_id])).rowCount;

/** As after an upgrade from a version without totals. */
const markOld = (project_id: string) =>
  client.query("insert into unfilled_traces (project_id, filled_to) values ($1, '')", [project_id]);

/** That what is shown is the same as computed from the calls, as of traces that have no totals. */
async function expectSame(project_id: string, turn = 0): Promise<void> {
  const stored = await shown(project_id, turn);
  await markOld(project_id);
  const read = await shown(project_id, turn);
  await client.query("delete from unfilled_traces where project_id = $1", [project_id]);
  expect(stored).toEqual(read);
}

const TRACES = ["t0", "t1", "t2"];
const IDS = ["c0", "c1", "c2", "c3", "c4", "c5"];
const count = fc.option(fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 31_990, max: 32_010 })), {
  nil: undefined,
});
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const write = fc
  .record({
    place: fc.integer({ min: 0, max: IDS.length - 1 }),
    trace_id: maybe(fc.constantFrom(...TRACES)),
    rank: fc.constantFrom(RANK.start, RANK.end, RANK.update),
    above: maybe(fc.constantFrom(...IDS, "never")),
    op_name: maybe(fc.constantFrom("a", "b")),
    minute: maybe(fc.integer({ min: 0, max: 50 })),
    took: maybe(fc.integer({ min: 0, max: 9 })),
    model: maybe(fc.constantFrom("m-1", "m-2", "m-3")),
    kind: maybe(fc.constantFrom("llm" as const, "agent" as const, "tool" as const)),
    usage: maybe(
      fc.record({
        prompt_tokens: count,
        completion_tokens: count,
        cached_tokens: count,
        cache_write_tokens: count,
        cache_write_1h_tokens: count,
        total_tokens: count,
        service_tier: maybe(fc.constantFrom("batch" as const, "flex" as const)),
      }),
    ),
    stated: maybe(fc.constantFrom(0, 0.1, 0.25)),
    response_id: maybe(fc.constantFrom("r1", "r2")),
    exception: maybe(fc.constantFrom("", "boom")),
  })
  .map(({ place, above, minute, took, stated, ...said }): Omit<CallWrite, "project_id"> => {
    const of = (id: string) => (said.trace_id ? `${said.trace_id}-${id}` : `t0-${id}`);
    const started_at = minute === undefined ? undefined : at(minute);
    return {
      ...said,
      id: of(IDS[place] ?? "c0"),
      // Some are below a call that comes later or never, or below themselves.
      parent_id: above === undefined ? undefined : of(above),
      started_at,
      ended_at: took === undefined ? undefined : at((minute ?? 0) + took),
      ...(stated !== undefined && { stated_cost: { total: stated, source: "usage.cost" } }),
    };
  });

const ids = fc.array(
  fc.tuple(fc.constantFrom(...TRACES), fc.constantFrom(...IDS)).map((names) => names.join("-")),
  { maxLength: 2 },
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("write" as const), writes: fc.array(write, { maxLength: 9 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ does: "total" as const }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete" as const), ids }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("restore" as const), ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("expire" as const), minute: fc.integer({ min: 0, max: 30 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(project_id: string, taken: Step): Promise<void> {
  const { store } = opened();
  if (taken.does === "write") await store.writeCalls(taken.writes.map((one) => ({ ...one, project_id })));
  else if (taken.does === "delete") await store.deleteCalls(project_id, taken.ids);
  else if (taken.does === "restore") await store.restoreCalls(project_id, taken.ids);
  else if (taken.does === "expire") await expireCalls(client, project_id, new Date(at(taken.minute)));
  else await totalTraces();
}

describe("the totals of traces", () => {
  test("show the same as their calls, after any sequence of writes, changes and deletions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), fc.nat(3), async (steps, turn) => {
        const project_id = unique("totals/any");
        for (const taken of steps) await take(project_id, taken);
        await expectSame(project_id, turn);
        await totalTraces();
        expect(await staleTraces(project_id)).toBe(0);
        await expectSame(project_id, turn);
      }),
      { numRuns: 15 },
    );
  }, 300_000);

  test("are the same with concurrent writers while they are computed", async () => {
    const { store } = opened();
    const project_id = unique("totals/racing");
    let writing = true;
    const totaling = (async () => {
      while (writing) await totalTraces();
    })();
    const writer = async (lane: number) => {
      for (let round = 0; round < 12; round += 1) {
        const [trace_id, parent] = [`t${round % 3}`, `p${round}`];
        const said = { project_id, trace_id, model: `m-${lane}`, usage: { prompt_tokens: lane + 1 } };
        const exception = lane === 3 ? "boom" : undefined;
        if (lane === 0) await store.writeCalls([finished({ ...said, id: parent, started_at: at(round) })]);
        else
          await store.writeCalls([
            finished({ ...said, id: `c${round}-${lane}`, parent_id: parent, started_at: at(round), exception }),
          ]);
        if (lane === 2 && round % 3 === 0) await store.deleteCalls(project_id, [`c${round}-${lane}`]);
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
    writing = false;
    await totaling;
    await expectSame(project_id);
    await totalTraces();
    expect(await staleTraces(project_id)).toBe(0);
    await expectSame(project_id);
  });

  test("are computed for traces that were stored before there were totals", async () => {
    const { store } = opened();
    const project_id = unique("totals/old");
    await store.writeCalls(
      ["t1", "t2"].map((trace_id) => finished({ project_id, id: `${trace_id}-root`, trace_id, model: "m-1" })),
    );
    await client.query("delete from stale_traces where project_id = $1", [project_id]);
    await markOld(project_id);
    await totalTraces();
    const { rows } = await client.query("select trace_id, model from trace_totals where project_id = $1 order by 1", [
      project_id,
    ]);
    expect(rows).toEqual([
      { trace_id: "t1", model: "m-1" },
      { trace_id: "t2", model: "m-1" },
    ]);
    const { rowCount } = await client.query("select from unfilled_traces where project_id = $1", [project_id]);
    expect(rowCount).toBe(0);
  });
});
