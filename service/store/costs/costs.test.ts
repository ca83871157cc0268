import { beforeAll, describe, expect, test } from "vitest";
import type { Cost, CostQuery } from "@/lib/contract/costs";
import { type Expression, literal } from "@/lib/contract/expression";
import type { StoredCost } from "./costs-store";
import { PROJECT, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const field = (name: string): Expression => ({ $getField: name });
const equals = (name: string, value: unknown) => ({ $expr: { $eq: [field(name), literal(value)] } as Expression });

function row(id: string, fields: Partial<StoredCost> = {}): StoredCost {
  return {
    id,
    llm_id: "gpt",
    provider_id: "openai",
    prompt_token_cost: 2.5e-6,
    completion_token_cost: 1e-5,
    prompt_token_cost_unit: "USD",
    completion_token_cost_unit: "USD",
    effective_date: "2026-01-01T00:00:00.000001Z",
    created_by: "admin",
    ...fields,
  };
}

const listed: Cost = {
  ...row("default:x", { llm_id: "claude", provider_id: "anthropic", created_by: undefined }),
  pricing_level: "default",
  source: "https://example.com/prices",
  source_date: "2026-10-01",
};

async function ids(query: Partial<CostQuery> = {}, defaults: readonly Cost[] = []): Promise<(string | undefined)[]> {
  const rows = await opened().store.queryCosts({ project_id: PROJECT, sort_by: null, ...query }, defaults);
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  await opened().store.createCosts(PROJECT, [
    row("a"),
    row("b", {
      effective_date: "2026-02-01T00:00:00.000000Z",
      prompt_token_cost: 0,
      completion_token_cost_unit: "EUR",
    }),
    row("c", { llm_id: "z/模型 '\"%_", provider_id: "default", cache_read_input_token_cost: 1.25e-7 }),
  ]);
  await opened().store.createCosts("local/other", [row("a", { prompt_token_cost: 7 })]);
});

describe("a price", () => {
  test("is the exact decimal, not a nearby number", async () => {
    const exact = [0.1, 1e-7, 5e-324, 0.30000000000000004, 123456.789, 1_000_000];
    const project_id = "local/exact";
    await opened().store.createCosts(
      project_id,
      exact.map((cost, place) => row(String(place), { prompt_token_cost: cost, cache_read_input_token_cost: cost })),
    );
    const sort_by = [{ field: "id", direction: "asc" as const }];
    const fields = ["prompt_token_cost", "cache_read_input_token_cost"] as const;
    const rows = await opened().store.queryCosts({ project_id, sort_by, fields: [...fields] }, []);
    expect(rows.map((cost) => cost.prompt_token_cost)).toEqual(exact);
    expect(rows.map((cost) => cost.cache_read_input_token_cost)).toEqual(exact);
  });

  test("has the fields of the core API, and others on request", async () => {
    const { store } = opened();
    const query = { project_id: PROJECT, sort_by: null, query: equals("id", "c") };
    const {
      created_by: _owner,
      cache_read_input_token_cost: _cached,
      ...record
    } = row("c", {
      llm_id: "z/模型 '\"%_",
      provider_id: "default",
    });
    expect(await store.queryCosts(query, [])).toEqual([record]);
    const fields: CostQuery["fields"] = ["cache_read_input_token_cost", "pricing_level", "created_at", "created_by"];
    expect(await store.queryCosts({ ...query, fields }, [])).toEqual([
      {
        cache_read_input_token_cost: 1.25e-7,
        pricing_level: "project",
        created_at: expect.stringMatching(/\.\d{6}Z$/),
        created_by: "admin",
      },
    ]);
  });

  test("of a batch in which one is too long is not stored", async () => {
    const project_id = "local/none";
    const long = { llm_id: "模".repeat(400) };
    await expect(opened().store.createCosts(project_id, [row("a"), row("b", long)])).rejects.toMatchObject({
      code: "invalid",
      errors: [{ path: `costs.${long.llm_id}` }],
    });
    expect(await ids({ project_id })).toEqual([]);
  });
});

describe("a query selects and orders", () => {
  const asc = (name: string) => ({ field: name, direction: "asc" as const });
  const desc = (name: string) => ({ field: name, direction: "desc" as const });
  test.each<{ name: string; query: Partial<CostQuery>; found: string }>([
    { name: "all, by model and newest first", query: {}, found: "b a c" },
    { name: "by model", query: { query: equals("llm_id", "gpt") }, found: "b a" },
    { name: "hostile text", query: { query: equals("llm_id", "z/模型 '\"%_") }, found: "c" },
    { name: "a price as a number", query: { query: equals("prompt_token_cost", 2.5e-6) }, found: "a c" },
    {
      name: "a time to the microsecond",
      query: { query: { $expr: { $gt: [field("effective_date"), literal("2026-01-01T00:00:00.000001Z")] } } },
      found: "b",
    },
    {
      name: "a condition without a field",
      query: { query: { $expr: { $and: [literal("x")] } } },
      found: "b a c",
    },
    { name: "null", query: { query: equals("cache_read_input_token_cost", null) }, found: "b a" },
    { name: "descending", query: { sort_by: [desc("effective_date"), desc("id")] }, found: "b c a" },
    { name: "by price", query: { sort_by: [asc("prompt_token_cost")] }, found: "b a c" },
    { name: "missing last", query: { sort_by: [desc("cache_read_input_token_cost")] }, found: "c b a" },
    { name: "a page", query: { limit: 1, offset: 1 }, found: "a" },
    { name: "no rows", query: { limit: 0 }, found: "" },
    { name: "an offset beyond the end", query: { offset: 9 }, found: "" },
  ])("$name", async ({ query, found }) => {
    expect((await ids(query)).join(" ")).toBe(found);
  });

  test("includes the default prices on request", async () => {
    expect(await ids({}, [listed])).not.toContain(listed.id);
    expect(await ids({ include_default_prices: true }, [listed])).toEqual([listed.id, "b", "a", "c"]);
    const query = equals("pricing_level", "default");
    const fields: CostQuery["fields"] = ["id", "source", "source_date", "prompt_token_cost", "effective_date"];
    const { id, source, source_date, prompt_token_cost, effective_date } = listed;
    expect(
      await opened().store.queryCosts(
        { project_id: PROJECT, sort_by: null, include_default_prices: true, query, fields },
        [listed],
      ),
    ).toEqual([{ id, source, source_date, prompt_token_cost, effective_date }]);
  });

  test.each([
    { query: { sort_by: [asc("nonsense")] }, path: "sort_by[0].field" },
    { query: { query: equals("project_id", "x") }, path: "query.$expr.$eq[0].$getField" },
    { query: { query: equals("constructor", "x") }, path: "query.$expr.$eq[0].$getField" },
  ])("$path of $query is rejected", async ({ query, path }) => {
    await expect(ids(query)).rejects.toMatchObject({ code: "invalid", errors: [{ path }] });
  });
});

test("prices are read by name, of one project only", async () => {
  const { store } = opened();
  const read = await store.readPrices(PROJECT, ["gpt", "absent", "nul\u0000"]);
  expect(
    read.map(({ id, pricing_level }) => [id, pricing_level]).toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  ).toEqual([
    ["a", "project"],
    ["b", "project"],
  ]);
  expect(await store.readPrices(PROJECT, [])).toEqual([]);
  expect((await store.readPrices("local/other", ["gpt"])).map(({ prompt_token_cost }) => prompt_token_cost)).toEqual([
    7,
  ]);
});

test("a purge removes what its query selects, of one project only", async () => {
  const { store } = opened();
  const project_id = "local/purged";
  for (const project of [project_id, "local/kept"]) await store.createCosts(project, [row("1"), row("2"), row("3")]);
  expect(await store.purgeCosts(project_id, { $expr: { $in: [field("id"), [literal("1"), literal("2")]] } })).toBe(2);
  expect(await ids({ project_id })).toEqual(["3"]);
  expect(await store.purgeCosts(project_id, equals("pricing_level", "default"))).toBe(0);
  expect(await ids({ project_id: "local/kept" })).toHaveLength(3);
});
