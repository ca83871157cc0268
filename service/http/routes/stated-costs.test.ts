import { beforeAll, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/stated-costs";
const FIRST = { sort_by: [{ field: "overview.total_cost", direction: "desc" }] };
const SOURCE = "summary.usage";

async function callOf(id: string, usage: object | undefined, fields: object = {}, at = project_id) {
  await service.post("/call/start", { start: { ...minimalStart, project_id: at, id, trace_id: id, ...fields } });
  const summary = usage ? { usage } : {};
  await service.post("/call/end", { end: { project_id: at, id, ended_at: "2026-11-20T10:00:00Z", summary } });
}

async function overviews(query: object, at = project_id) {
  const body = { project_id: at, columns: ["id"], include_overview: true, include_costs: true, ...query };
  const text = await (await service.post("/calls/stream_query", body)).text();
  const rows = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return Object.fromEntries(rows.map(({ id, overview }) => [id, overview]));
}

async function totals() {
  const range = { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", granularity: 86_400 };
  return (await (await service.post("/calls/stats", { project_id, ...range })).json()).totals[0];
}

const basis = (cost_basis: string) => service.post("/projects/settings/update", { project_id, cost_basis });

beforeAll(async () => {
  await service.post("/cost/create", {
    project_id,
    costs: { "m-1": { prompt_token_cost: 0.1, completion_token_cost: 0.25, effective_date: "2020-01-01T00:00:00Z" } },
  });
  // At the price 0.8 dollars each.
  const tokens = { prompt_tokens: 3, completion_tokens: 2 };
  const below = (trace_id: string) => ({ trace_id, parent_id: trace_id });
  await callOf("both", { "m-1": { ...tokens, cost: 0.7 } });
  await callOf("free", { "m-1": { ...tokens, cost: 0 } });
  await callOf("priced", { "m-1": tokens });
  await callOf("unpriced", { unheard: { ...tokens, cost: 5 } });
  // A root states the total of its trace; one of the calls below states its part too.
  await callOf("root", { "m-1": { cost: 9 } });
  await callOf("root.stated", { "m-1": { ...tokens, cost: 0.25 } }, below("root"));
  await callOf("root.priced", { "m-1": tokens }, below("root"));
  // A root alone states the total.
  await callOf("total", { "m-1": { cost: 3 } });
  await callOf("total.priced", { "m-1": tokens }, below("total"));
});

const statedOf = (total: number, use = "counted") => ({ total, source: SOURCE, use });

test("a stated cost is shown before the price, with its source and the calculated cost beside it", async () => {
  const shown = await overviews({});
  const costs = { stated_costs: { [SOURCE]: 0.7 }, priced_cost: { USD: 0.8 }, unpriced: 0 };
  expect(shown.both).toMatchObject({ stated_cost: statedOf(0.7), total_cost: { USD: 0.7 }, ...costs });
  expect(shown.free).toMatchObject({ stated_cost: statedOf(0), total_cost: { USD: 0 }, priced_cost: { USD: 0.8 } });
  expect(shown.unpriced).toMatchObject({ total_cost: { USD: 5 }, priced_cost: {}, unpriced: 0 });
  expect(shown.priced).toMatchObject({ total_cost: { USD: 0.8 } });
  expect(shown.priced).not.toHaveProperty("stated_costs");
});

test("a cost that several calls of a trace state counts once, and the tokens that it includes do not", async () => {
  const shown = await overviews({});
  expect(shown.root).toMatchObject({ stated_cost: statedOf(9, "repeated"), total_cost: { USD: 1.05 } });
  expect(shown["root.stated"]).toMatchObject({ cost_covered: true, total_cost: { USD: 0.25 } });
  expect(shown["root.priced"]).toMatchObject({ total_cost: { USD: 0.8 } });
  expect(shown.total).toMatchObject({ stated_cost: statedOf(3), total_cost: { USD: 3 }, priced_cost: { USD: 0.8 } });
  expect(shown["total.priced"]).toMatchObject({ cost_covered: true, total_cost: { USD: 0.8 } });
});

test("a call is read with what it states, on request", async () => {
  const read = async (include_costs: boolean) =>
    (await (await service.post("/call/read", { project_id, id: "both", include_costs })).json()).call;
  expect((await read(true)).overview).toMatchObject({ stated_cost: statedOf(0.7) });
  expect(await read(false)).not.toHaveProperty("overview");
});

test("statistics have the sum by source, and count the calls that it is for", async () => {
  // 0.7, 0, 5, 0.25 and 3 are stated; two calls have a price alone, and one that is included would have one.
  expect(await totals()).toMatchObject({
    count: 9,
    total_cost: { USD: 10.55 },
    stated_costs: { [SOURCE]: 8.95 },
    priced_cost: { USD: 4.8 },
    without_price: 1,
    charged: 7,
    unpriced: 0,
  });
});

test("lists are sorted by the costs that they show, and filtered by the stated ones", async () => {
  const roots = { filter: { trace_roots_only: true }, ...FIRST };
  expect(Object.keys(await overviews(roots))).toEqual(["unpriced", "total", "root", "priced", "both", "free"]);
  const isMost = { $expr: { $gte: [{ $getField: "overview.stated_cost.total" }, { $literal: 3 }] } };
  expect(Object.keys(await overviews({ query: isMost })).toSorted()).toEqual(["root", "total", "unpriced"]);
});

test("the root counts again when the call below that states its part is deleted", async () => {
  const deleted = "acme/stated-deleted";
  await callOf("r", { "m-1": { cost: 9 } }, {}, deleted);
  await callOf("r.1", { "m-1": { cost: 0.25 } }, { trace_id: "r", parent_id: "r" }, deleted);
  expect((await overviews({}, deleted)).r).toMatchObject({ total_cost: { USD: 0.25 } });
  await service.post("/calls/delete", { project_id: deleted, call_ids: ["r.1"] });
  expect((await overviews({}, deleted)).r).toMatchObject({ stated_cost: statedOf(9), total_cost: { USD: 9 } });
  await service.post("/calls/restore", { project_id: deleted, call_ids: ["r.1"] });
  expect((await overviews({}, deleted)).r).toMatchObject({ total_cost: { USD: 0.25 } });
});

test("a project that uses prices only keeps stated costs, which do not count", async () => {
  expect(await (await basis("prices")).json()).toMatchObject({ cost_basis: "prices" });
  const shown = await overviews(FIRST);
  expect(shown.both).toMatchObject({ stated_cost: statedOf(0.7, "unused"), total_cost: { USD: 0.8 } });
  expect(shown.root).toMatchObject({ total_cost: { USD: 1.6 } });
  expect(shown["root.stated"]).not.toHaveProperty("cost_covered");
  expect(shown.unpriced).toMatchObject({ total_cost: {}, unpriced: 1 });
  expect(Object.keys(shown)[0]).toBe("root");
  expect(await totals()).toMatchObject({ total_cost: { USD: 4.8 }, charged: 7, unpriced: 1 });
  expect(await totals()).not.toHaveProperty("stated_costs");
  await basis("stated");
  expect(await totals()).toMatchObject({ total_cost: { USD: 10.55 } });
});

test("settings of a project that does not exist are the defaults; unknown ones are rejected", async () => {
  const read = await service.post("/projects/settings/read", { project_id: "acme/none" });
  expect(await read.json()).toMatchObject({ cost_basis: "stated" });
  expect((await basis("mine")).status).toBe(422);
  expect(await (await service.post("/projects/settings/update", { project_id })).json()).toEqual({
    protected_labels: [],
    cost_basis: "stated",
    main_currency: "USD",
  });
});
