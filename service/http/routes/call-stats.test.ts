import { beforeAll, describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/stats";
const DAY = 86_400;

function call(id: string, started_at: string, fields: Partial<CallWrite> & { ms?: number } = {}): CallWrite {
  const { ms = 100, ...said } = fields;
  const start = new Date(`${started_at}Z`);
  return {
    project_id,
    id,
    trace_id: "t",
    rank: RANK.end,
    op_name: "ask",
    started_at: start.toISOString(),
    ended_at: new Date(start.getTime() + ms).toISOString(),
    ...said,
  };
}

const llm = (model: string, prompt_tokens: number, completion_tokens: number) =>
  ({ model, kind: "llm", op_name: "llm", usage: { prompt_tokens, completion_tokens } }) as const;

async function stats(query: object) {
  const response = await service.post("/calls/stats", { project_id, start: "2026-03-28T00:00:00Z", ...query });
  return { status: response.status, body: await response.json() };
}

beforeAll(async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  await service.store.writeCalls([
    // The parent repeats its child's usage, which counts once.
    call("a", "2026-03-28T23:30:00", { usage, ms: 400 }),
    call("a1", "2026-03-28T23:30:00", { ...llm("m-1", 100, 10), parent_id: "a" }),
    call("b", "2026-03-29T21:59:59", { ...llm("m-1", 50, 0), exception: "boom", ms: 300 }),
    call("c", "2026-03-29T22:00:00", { ...llm("m-2", 7, 3), ms: 200 }),
    { ...call("d", "2026-03-30T08:00:00"), ended_at: undefined },
    call("late", "2026-04-02T00:00:00"),
  ]);
  const price = (prompt_token_cost: number, effective_date: string) => ({
    project_id,
    costs: { "m-1": { prompt_token_cost, completion_token_cost: 0.2, effective_date } },
  });
  await service.post("/cost/create", price(0.1, "2026-01-01T00:00:00Z"));
  await service.post("/cost/create", price(1, "2026-03-29T12:00:00Z"));
});

test("whole traces are counted at the time of their selected call, each token once", async () => {
  const used = llm("m-1", 100, 10);
  const trace = (trace_id: string, at: string) => [
    { ...call(`${trace_id}-root`, at, { op_name: "traced" }), project_id: "acme/whole", trace_id },
    {
      ...call(`${trace_id}-llm`, "2026-03-30T12:00:00", { ...used, parent_id: `${trace_id}-root` }),
      project_id: "acme/whole",
      trace_id,
    },
  ];
  await service.store.writeCalls([...trace("one", "2026-03-29T08:00:00"), ...trace("two", "2026-03-30T08:00:00")]);
  const of = { project_id: "acme/whole", start: "2026-03-29T00:00:00Z", end: "2026-03-31T00:00:00Z", granularity: DAY };
  const isFirst = { query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "one-root" }] } } };
  const roots = { ...of, ...isFirst, filter: { trace_roots_only: true } };
  expect((await stats(roots)).body.totals).toMatchObject([{ count: 1, total_cost: {} }]);
  const { body } = await stats({ ...roots, whole_traces: true });
  expect(body.stats).toMatchObject([{ bucket: 0, count: 2, usage: { prompt_tokens: 100 } }]);
  expect((await stats({ ...of, whole_traces: true })).body.totals).toMatchObject([
    { count: 4, usage: { prompt_tokens: 200 } },
  ]);
});

describe("/calls/stats", () => {
  const days = { end: "2026-04-01T00:00:00Z", granularity: DAY, timezone: "Europe/Berlin" };

  test("counts, errors, latencies, tokens and costs by day, the days as their time zone has them", async () => {
    const { body } = await stats(days);
    expect(body).toMatchObject({ granularity: DAY, timezone: "Europe/Berlin" });
    expect(body.buckets.map(({ start }: { start: string }) => start)).toEqual(
      ["2026-03-27T23", "2026-03-28T23", "2026-03-29T22", "2026-03-30T22", "2026-03-31T22"].map(
        (hour) => `${hour}:00:00.000000Z`,
      ),
    );
    expect(body.buckets[1].end).toBe(body.buckets[2].start);
    expect(body.stats.toSorted((a: { bucket: number }, b: { bucket: number }) => a.bucket - b.bucket)).toEqual([
      {
        bucket: 1,
        count: 3,
        errors: 1,
        latency_p50_ms: 300,
        latency_p95_ms: 400,
        latency_p99_ms: 400,
        usage: { prompt_tokens: 150, completion_tokens: 10 },
        priced_usage: { prompt_tokens: 150, completion_tokens: 10 },
        total_cost: { USD: 62 },
        costed: { USD: 2 },
        charged: 2,
        unpriced: 0,
      },
      {
        bucket: 2,
        count: 2,
        errors: 0,
        latency_p50_ms: 200,
        latency_p95_ms: 200,
        latency_p99_ms: 200,
        usage: { prompt_tokens: 7, completion_tokens: 3 },
        total_cost: {},
        costed: {},
        charged: 1,
        unpriced: 1,
      },
    ]);
    expect(body.totals).toEqual([
      expect.objectContaining({
        count: 5,
        errors: 1,
        latency_p50_ms: 200,
        usage: { prompt_tokens: 157, completion_tokens: 13 },
        priced_usage: { prompt_tokens: 150, completion_tokens: 10 },
        total_cost: { USD: 62 },
        unpriced: 1,
      }),
    ]);
  });

  test("by op and by model, the most called first", async () => {
    const { body } = await stats({ ...days, group_by: ["op_name", "model"] });
    const groups = body.totals.map(({ op_name, model, count }: Record<string, unknown>) => [op_name, model, count]);
    expect(new Set(groups)).toEqual(
      new Set([
        ["ask", undefined, 2],
        ["llm", "m-1", 2],
        ["llm", "m-2", 1],
      ]),
    );
    const models = await stats({ ...days, group_by: ["model"] });
    expect(models.body.totals.find(({ model }: { model: string }) => model === "m-1")).toMatchObject({
      usage: { prompt_tokens: 150, completion_tokens: 10 },
      total_cost: { USD: 62 },
    });
    const ops = await stats({ ...days, group_by: ["op_name"] });
    expect(ops.body.totals[0]).toMatchObject({ op_name: "llm", count: 3 });
  });

  test("by an attribute, wherever its program's client stores it", async () => {
    const project = { project_id: "acme/attributes" };
    const at = "2026-03-28T10:00:00";
    const tier = (id: string, attributes: string) => ({
      ...call(id, at, { attributes: new JsonText(attributes) }),
      ...project,
    });
    await service.store.writeCalls([
      tier("otel", '{"otel": {"attributes": {"acme.tier": "pro"}}}'),
      tier("resource", '{"otel": {"resource": {"acme.tier": "pro"}}}'),
      tier("nested", '{"acme": {"tier": "pro"}}'),
      tier("other", '{"acme.tier": "free"}'),
      tier("none", "{}"),
    ]);
    const { body } = await stats({ ...project, group_by: ["attributes.[acme.tier]", "overview.kind"] });
    const counts = body.totals.map(({ group, count }: { group: object; count: number }) => [
      Object.values(group),
      count,
    ]);
    expect(counts).toEqual(
      expect.arrayContaining([
        [["pro"], 3],
        [["free"], 1],
        [[], 1],
      ]),
    );
  });

  test("of the calls that a filter and a query choose", async () => {
    const query = { $expr: { $eq: [{ $getField: "overview.status" }, { $literal: "error" }] } };
    expect((await stats({ ...days, filter: { op_names: ["llm"] }, query })).body.totals).toMatchObject([{ count: 1 }]);
    const inside = { $expr: { $eq: [{ $getField: "inputs.none" }, { $literal: 1 }] } };
    expect((await stats({ ...days, query: inside })).body).toMatchObject({ stats: [], totals: [] });
  });

  test("until now, with buckets that suit the range, by default", async () => {
    const { body } = await stats({});
    expect([body.granularity, body.timezone, body.totals[0].count]).toEqual([604_800, "UTC", 6]);
    expect(body.buckets.at(-1).end).toBe("2026-11-20T08:40:45.487000Z");
  });

  test.each([
    ["no start", { start: undefined }, "start", "is required"],
    ["an end before it", { end: "2026-03-27T00:00:00Z" }, "end", "must be later than start"],
    [
      "a length of 7 hours",
      { granularity: 25_200 },
      "granularity",
      "must divide evenly into a day, or be a whole number of days",
    ],
    [
      "too many buckets",
      { granularity: 60 },
      "granularity",
      "would produce more than 1000 buckets for this range; use a larger granularity",
    ],
    ["no time zone", { timezone: "Mars/Base" }, "timezone", "must be a time zone name, such as Europe/Berlin"],
    ["a group there is not", { group_by: ["trace"] }, "group_by[0]", "trace is not a field of calls"],
    [
      "a group that a call has several values of",
      { group_by: ["op", "feedback.reaction"] },
      "group_by[1]",
      "feedback.reaction has several values; group feedback by feedback_value",
    ],
    ["a typo", { granularty: 60 }, "granularty", "is not a known field"],
  ])("%s is refused", async (_name, wrong, path, message) => {
    const { status, body } = await stats(wrong);
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
  });
});

test("percentiles of many calls are within two percent", async () => {
  const project = "acme/many";
  const latencies = Array.from({ length: 3000 }, (_, place) => 1 + ((place * 7919) % 3000));
  await service.store.writeCalls(
    latencies.map((ms, place) => ({ ...call(`m${place}`, "2026-03-28T10:00:00", { ms }), project_id: project })),
  );
  const { body } = await stats({ project_id: project });
  const [{ latency_p50_ms, latency_p95_ms, latency_p99_ms }] = body.totals;
  for (const [found, exact] of [
    [latency_p50_ms, 1500],
    [latency_p95_ms, 2850],
    [latency_p99_ms, 2970],
  ])
    expect(Math.abs(found / exact - 1)).toBeLessThan(0.02);
});
