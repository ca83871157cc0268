import { describe, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { NOW, useService } from "./test-service";

const service = useService();
const project_id = "acme/support";
const answer = async (path: string, body: object) => (await service.post(path, body)).json();
const create = (costs: object, project = project_id) => answer("/cost/create", { project_id: project, costs });
const query = async (more: object = {}) => (await answer("/cost/query", { project_id, ...more })).results;
const equals = (field: string, value: unknown) => ({
  query: { $expr: { $eq: [{ $getField: field }, { $literal: value }] } },
});
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

describe("/cost/create and /cost/query", () => {
  test("a full price is returned with its id and stored", async () => {
    const price = {
      prompt_token_cost: 2.5e-6,
      completion_token_cost: 1e-5,
      prompt_token_cost_unit: "USD",
      completion_token_cost_unit: "EUR",
      effective_date: "2026-01-02T03:04:05.678900Z",
      provider_id: "openai",
    };
    const { ids } = await create({ full: price });
    expect(ids).toEqual([["full", expect.stringMatching(V7)]]);
    expect(await query(equals("llm_id", "full"))).toEqual([{ id: ids[0][1], llm_id: "full", ...price }]);
  });

  test("a minimal price is in dollars and applies from now on", async () => {
    const { ids } = await create({ minimal: { prompt_token_cost: 1, completion_token_cost: 2 } });
    expect(await query(equals("llm_id", "minimal"))).toEqual([
      {
        id: ids[0][1],
        llm_id: "minimal",
        prompt_token_cost: 1,
        completion_token_cost: 2,
        prompt_token_cost_unit: "USD",
        completion_token_cost_unit: "USD",
        effective_date: NOW.toISOString().replace("Z", "000Z"),
        provider_id: "default",
      },
    ]);
  });

  test("several are answered in the order they were sent", async () => {
    const price = { prompt_token_cost: 1, completion_token_cost: 1 };
    const { ids } = await create({ zeta: price, alpha: price });
    expect(ids.map(([llmId]: [string]) => llmId)).toEqual(["zeta", "alpha"]);
    expect(await create({})).toEqual({ ids: [] });
  });

  test.each([
    ["only the requested fields", { fields: ["provider_id", "llm_id"] }, [{ provider_id: "openai", llm_id: "full" }]],
    ["one field", { fields: ["llm_id"] }, [{ llm_id: "full" }]],
    ["no field", { fields: [] }, [{}]],
    ["no rows", { limit: 0 }, []],
    [
      "order instead of direction",
      { fields: ["llm_id"], sort_by: [{ field: "llm_id", order: "desc" }] },
      [{ llm_id: "full" }],
    ],
  ])("%s", async (_what, more, results) => {
    expect(await query({ ...equals("llm_id", "full"), ...more })).toEqual(results);
  });

  test("the core API's example query, paging and sorting", async () => {
    const sample = { query: { $expr: { $and: [{ $literal: "string" }] } }, fields: ["llm_id"] };
    const all = await query({ ...sample, sort_by: [{ field: "llm_id", direction: "asc" }] });
    expect(all.map(({ llm_id }: { llm_id: string }) => llm_id)).toEqual(["alpha", "full", "minimal", "zeta"]);
    const page = { sort_by: [{ field: "llm_id", direction: "desc" }], limit: 2, offset: 1 };
    expect(await query({ ...sample, ...page })).toEqual([{ llm_id: "minimal" }, { llm_id: "full" }]);
  });

  test("the default prices, with their source and date", async () => {
    const more = {
      include_default_prices: true,
      ...equals("llm_id", "gpt-4o-mini"),
      fields: ["id", "pricing_level", "source"],
    };
    expect(await query(more)).toEqual([
      {
        id: "default:openai/gpt-4o-mini@2024-07-18",
        pricing_level: "default",
        source: expect.stringMatching(/^https:/),
      },
    ]);
    expect(await query(equals("llm_id", "gpt-4o-mini"))).toEqual([]);
  });

  test("every invalid path is listed", async () => {
    const costs = { m: { prompt_token_cost: -1, completion_token_cost_unit: "dollars" } };
    const response = await service.post("/cost/create", { project_id, costs });
    const { code, errors } = await response.json();
    expect([response.status, code]).toEqual([422, "invalid"]);
    expect(errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      "costs.m.completion_token_cost",
      "costs.m.completion_token_cost_unit",
      "costs.m.prompt_token_cost",
    ]);
    expect((await service.post("/cost/query", { project_id, limti: 1 })).status).toBe(422);
    expect((await service.post("/cost/query", { project_id, offset: -1 })).status).toBe(422);
  });
});

test("a price that was removed is put back under its id, once", async () => {
  const project = "acme/restored";
  const price = { prompt_token_cost: 1, completion_token_cost: 2, effective_date: "2026-01-01T00:00:00.000000Z" };
  const { ids } = await create({ gpt: price }, project);
  const [before] = await query({ project_id: project });
  await answer("/cost/purge", { project_id: project, ...equals("llm_id", "gpt") });
  const again = { gpt: { ...price, id: ids[0][1] } };
  for (const restored of [await create(again, project), await create(again, project)])
    expect(restored).toEqual({ ids });
  expect(await query({ project_id: project })).toEqual([before]);
});

test("/cost/purge removes what its query selects, in its project only", async () => {
  const price = { prompt_token_cost: 1, completion_token_cost: 1 };
  for (const project of ["acme/purged", "acme/kept"]) await create({ one: price, two: price }, project);
  const purge = { project_id: "acme/purged", ...equals("llm_id", "one") };
  expect(await answer("/cost/purge", purge)).toEqual({ purged: 1 });
  expect(await query({ project_id: "acme/purged", fields: ["llm_id"] })).toEqual([{ llm_id: "two" }]);
  expect(await query({ project_id: "acme/kept" })).toHaveLength(2);
  expect((await service.post("/cost/purge", { project_id })).status).toBe(422);
});

describe("include_costs", () => {
  const project = "acme/priced";
  const call = async (id: string, started_at: string, usage: object) => {
    await service.post("/call/start", { start: { ...minimalStart, project_id: project, id, started_at } });
    const end = { project_id: project, id, ended_at: started_at, summary: { usage } };
    await service.post("/call/end", { end });
  };
  const costsOf = async (id: string) =>
    (await answer("/call/read", { project_id: project, id, include_costs: true })).call.summary.costs;
  const listed = async (more: object = {}): Promise<Record<string, unknown>[]> => {
    const response = await service.post("/calls/stream_query", { project_id: project, include_costs: true, ...more });
    return (await response.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

  test("a default price, then the project's own: past calls are repriced", async () => {
    await call("c1", "2026-03-01T00:00:00Z", {
      "openai/gpt-4o-2024-08-06": {
        prompt_tokens: 1000,
        completion_tokens: 100,
        prompt_tokens_details: { cached_tokens: 400 },
      },
      "house-model": { prompt_tokens: 10 },
    });
    const before = await costsOf("c1");
    expect(before["openai/gpt-4o-2024-08-06"]).toMatchObject({
      priced: true,
      pricing_level: "default",
      price_llm_id: "gpt-4o-2024-08-06",
      prompt_tokens_total_cost: 0.002,
      cached_tokens_total_cost: 0.0005,
      completion_tokens_total_cost: 0.001,
      total_cost: { USD: 0.003 },
    });
    expect(before["house-model"]).toEqual({ prompt_tokens: 10, total_tokens: 10, priced: false });

    const own = { prompt_token_cost: 0.1, completion_token_cost: 0.2, effective_date: "2026-02-01T00:00:00Z" };
    const { ids } = await create({ "gpt-4o": own, "house-model": { ...own, prompt_token_cost_unit: "EUR" } }, project);
    const after = await costsOf("c1");
    expect(after["openai/gpt-4o-2024-08-06"]).toMatchObject({
      pricing_level: "project",
      price_id: ids[0][1],
      price_llm_id: "gpt-4o",
      effective_date: "2026-02-01T00:00:00.000000Z",
      total_cost: { USD: 120 },
    });
    expect(after["house-model"]).toMatchObject({ priced: true, total_cost: { EUR: 1 } });

    await answer("/cost/purge", { project_id: project, ...equals("id", ids[0][1]) });
    expect((await costsOf("c1"))["openai/gpt-4o-2024-08-06"]).toEqual(before["openai/gpt-4o-2024-08-06"]);
  });

  test("a price applies from its date on, not before", async () => {
    const costs = (cost: number, day: string) => ({
      dated: { prompt_token_cost: cost, completion_token_cost: 0, effective_date: `2026-${day}T00:00:00Z` },
    });
    await create(costs(3, "05-01"), project);
    await create(costs(2, "04-01"), project);
    for (const [id, day] of [
      ["early", "03-31"],
      ["first", "04-01"],
      ["second", "05-02"],
    ])
      await call(id ?? "", `2026-${day}T00:00:00Z`, { dated: { prompt_tokens: 1 } });
    expect((await costsOf("early")).dated.priced).toBe(false);
    expect((await costsOf("first")).dated.total_cost).toEqual({ USD: 2 });
    expect((await costsOf("second")).dated.total_cost).toEqual({ USD: 3 });
  });

  test("a list has them too, for any columns", async () => {
    const whole = await listed({ filter: { call_ids: ["first", "second"] } });
    expect(whole.map(({ summary }) => summary)).toMatchObject([
      { costs: { dated: { total_cost: { USD: 2 } } } },
      { costs: { dated: { total_cost: { USD: 3 } } } },
    ]);
    const [narrow] = await listed({ filter: { call_ids: ["first"] }, columns: ["id"] });
    expect(narrow).toEqual({ id: "first", summary: whole[0]?.summary });
  });

  test("a summary without usage gets no costs", async () => {
    await service.post("/call/start", { start: { ...minimalStart, project_id: project, id: "plain" } });
    const read = await service.post("/call/read", { project_id: project, id: "plain", include_costs: true });
    expect(await read.text()).not.toContain("costs");
  });
});
