import { beforeAll, describe, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/price-tiers";
const MODEL = "m-1";
const DAY = "2026-11-20T09:00:00Z";

const PRICE = {
  prompt_token_cost: 1e-6,
  completion_token_cost: 4e-6,
  cache_read_input_token_cost: 1e-7,
  cache_creation_input_token_cost: 1.25e-6,
  cache_creation_1h_input_token_cost: 2e-6,
  effective_date: "2020-01-01T00:00:00.000000Z",
  tiers: [
    { above_prompt_tokens: 200_000, prompt_token_cost: 2e-6, completion_token_cost: 6e-6 },
    { service_tier: "batch", prompt_token_cost: 0.5e-6, completion_token_cost: 2e-6 },
    { service_tier: "priority", prompt_token_cost: 3e-6, completion_token_cost: 8e-6 },
  ],
};

/** What each call reports, and what it costs in millionths of a dollar. */
const CALLS: Record<string, { usage: object; inputs?: object; output?: object; cost: number }> = {
  plain: { usage: { prompt_tokens: 1000, completion_tokens: 100 }, cost: 1000 + 400 },
  limit: { usage: { prompt_tokens: 200_000, completion_tokens: 0 }, cost: 200_000 },
  long: { usage: { prompt_tokens: 200_001, completion_tokens: 10 }, cost: 400_002 + 60 },
  batch: { usage: { prompt_tokens: 1000, completion_tokens: 100, service_tier: "batch" }, cost: 500 + 200 },
  // Batches have no price of their own for long prompts.
  longBatch: { usage: { prompt_tokens: 300_000, completion_tokens: 0, service_tier: "batch" }, cost: 150_000 },
  priority: {
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
    output: { service_tier: "priority", usage: { prompt_tokens: 1000, completion_tokens: 100 } },
    cost: 3000 + 800,
  },
  flex: { usage: { prompt_tokens: 1000, completion_tokens: 100, service_tier: "flex" }, cost: 1400 },
  askedBatch: {
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
    inputs: { service_tier: "Batch" },
    output: { text: "no tier" },
    cost: 500 + 200,
  },
  // The provider had no capacity for the tier, and charges what it gave.
  askedPriority: {
    usage: { prompt_tokens: 1000, completion_tokens: 100 },
    inputs: { service_tier: "priority" },
    output: { service_tier: "default" },
    cost: 1400,
  },
  raised: {
    usage: { prompt_tokens: 1000, completion_tokens: 101, service_tier: "priority" },
    inputs: { service_tier: "batch" },
    cost: 3000 + 808,
  },
  hour: {
    usage: {
      input_tokens: 100,
      output_tokens: 10,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 600,
      cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 400 },
    },
    cost: 100 + 100 + 250 + 800 + 40,
  },
};
const TOTAL = Object.values(CALLS).reduce((sum, { cost }) => sum + cost, 0);
const dollars = (millionths: number) => Number((millionths / 1e6).toFixed(9));

beforeAll(async () => {
  await service.post("/cost/create", { project_id, costs: { [MODEL]: PRICE } });
  for (const [place, [id, { usage, inputs = {}, output }]] of Object.entries(CALLS).entries()) {
    const start = { ...minimalStart, project_id, id, trace_id: `trace-${id}`, thread_id: "thread", started_at: DAY };
    const end = { project_id, id, ended_at: DAY, summary: { usage: { [MODEL]: usage } }, output };
    const sends = [
      () => service.post("/call/start", { start: { ...start, inputs } }),
      () => service.post("/call/end", { end }),
    ];
    // Either may come first.
    for (const send of place % 2 === 0 ? sends : sends.toReversed()) await send();
  }
});

async function rows(
  query: object,
): Promise<
  { id: string; overview?: { total_cost?: object }; summary?: { costs: Record<string, { total_cost: object }> } }[]
> {
  const text = await (await service.post("/calls/stream_query", { project_id, ...query })).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

test("a price is read as it was stored", async () => {
  const fields = Object.keys(PRICE);
  const { results } = await (await service.post("/cost/query", { project_id, fields })).json();
  expect(results).toEqual([PRICE]);
});

describe("each call costs what its tier does", () => {
  test("in lists", async () => {
    const listed = await rows({ columns: ["id"], include_overview: true, include_costs: true });
    expect(Object.fromEntries(listed.map(({ id, overview }) => [id, overview?.total_cost]))).toEqual(
      Object.fromEntries(Object.entries(CALLS).map(([id, { cost }]) => [id, { USD: dollars(cost) }])),
    );
  });

  test.each(Object.entries(CALLS))("in the summary of %s", async (id, { cost }) => {
    const { call } = await (await service.post("/call/read", { project_id, id, include_costs: true })).json();
    expect(call.summary.costs[MODEL].total_cost).toEqual({ USD: dollars(cost) });
  });

  test("in the summaries of a list, which reads no output for them", async () => {
    const listed = await rows({ columns: ["id"], include_costs: true });
    for (const row of listed) {
      expect(row).not.toHaveProperty("output");
      expect(row.summary?.costs[MODEL]?.total_cost).toEqual({ USD: dollars(CALLS[row.id]?.cost ?? 0) });
    }
  });

  test("in the order of a list, and in filters, before and after totals of traces are stored", async () => {
    const ordered = async () =>
      (await rows({ columns: ["id"], sort_by: [{ field: "overview.total_cost", direction: "desc" }] })).map(
        ({ id }) => id,
      );
    const above = async (amount: number) => {
      const query = { $expr: { $gte: [{ $getField: "overview.total_cost" }, { $literal: amount }] } };
      return (await rows({ columns: ["id"], query })).map(({ id }) => id).toSorted();
    };
    const expected = Object.entries(CALLS).toSorted(([, a], [, b]) => b.cost - a.cost);
    const dear = expected.filter(([, { cost }]) => cost >= 3800).map(([id]) => id);
    for (const stored of [false, true]) {
      if (stored) await service.store.totalTraces(new AbortController().signal);
      expect((await ordered()).slice(0, 5)).toEqual(expected.slice(0, 5).map(([id]) => id));
      expect(await above(dollars(3800))).toEqual(dear.toSorted());
      expect(await above(dollars(3800) + 1e-9)).toEqual(dear.filter((id) => CALLS[id]?.cost !== 3800).toSorted());
    }
  });

  test("in statistics, before and after hours are rolled up", async () => {
    const stats = { project_id, start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", group_by: ["model"] };
    for (const stored of [false, true]) {
      if (stored) await service.store.rollUpCalls(new AbortController().signal);
      const { totals } = await (await service.post("/calls/stats", stats)).json();
      expect(totals).toMatchObject([
        { model: MODEL, total_cost: { USD: dollars(TOTAL) }, unpriced: 0, count: Object.keys(CALLS).length },
      ]);
    }
  });

  test("in the totals of a thread", async () => {
    const answer = await service.post("/threads/stream_query", { project_id, include_totals: true });
    const [thread] = (await answer.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(thread.totals.total_cost).toEqual({ USD: dollars(TOTAL) });
  });
});

const amounts = { prompt_token_cost: 1e-6, completion_token_cost: 1e-6 };

test.each([
  [[amounts], "tiers[0]", "must have service_tier, above_prompt_tokens, or both"],
  [[{ ...amounts, above_prompt_tokens: 131_072 }], "tiers[0].above_prompt_tokens", "must be one of 32,000"],
  [[{ ...amounts, service_tier: "fast" }], "tiers[0].service_tier", "batch"],
  [
    Array.from({ length: 2 }, () => ({ ...amounts, service_tier: "flex" })),
    "tiers",
    "must not have two for the same calls",
  ],
  [
    [
      { ...amounts, above_prompt_tokens: 200_000 },
      { ...amounts, above_prompt_tokens: 200_000, service_tier: null },
    ],
    "tiers",
    "must not have two for the same calls",
  ],
  [[{ ...amounts, service_tier: "flex", prompt_token_cost: -1 }], "tiers[0].prompt_token_cost", "must not be negative"],
])("tiers %j are refused: %s", async (tiers, path, message) => {
  const answer = await service.post("/cost/create", { project_id, costs: { other: { ...amounts, tiers } } });
  expect(answer.status).toBe(422);
  const { errors } = await answer.json();
  expect(errors[0]).toMatchObject({ path: `costs.other.${path}`, message: expect.stringContaining(message) });
});
