import { beforeEach, describe, expect, test } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import { type Expression, literal } from "@/lib/contract/expression";
import type { Pricing } from "@/service/store/costs/call-costs";
import { finished, json, list, listIds, unique, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
let project_id = "";
beforeEach(() => {
  project_id = unique("local/orphans");
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString().replace("Z", "000Z");
const messages = (text: string) => json(`{"messages":[{"role":"user","content":"${text}"}]}`);

/** A request to a service: the call that handled it, below a call elsewhere, and two model calls. */
const request = (name: string, trace_id: string, parent_id: string | undefined, second: number, tokens: number) => [
  finished({
    project_id,
    id: name,
    trace_id,
    parent_id,
    op_name: name,
    started_at: at(second),
    ended_at: at(second + 9),
  }),
  ...[1, 2].map((place) =>
    finished({
      project_id,
      id: `${name}-${place}`,
      trace_id,
      parent_id: name,
      kind: "llm",
      model: "m-1",
      usage: { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 },
      inputs: messages(`question ${place} of ${name}`),
      output: json(`"answer ${place} of ${name}"`),
      started_at: at(second + place),
      ended_at: at(second + place + 1),
    }),
  ),
];

const price: Cost = {
  id: "p",
  llm_id: "m-1",
  provider_id: "default",
  pricing_level: "project",
  effective_date: at(0),
  prompt_token_cost: 0.001,
  completion_token_cost: 0,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
};
const SPAN = { model: "m-1", from: "2026-01-01T00:00:00Z", to: undefined };
const pricing: Pricing = { prices: [{ ...SPAN, price }], basis: "prices" };
const filter = { trace_roots_only: true };
const total = () => opened().store.totalTraces(new AbortController().signal);

const more = (field: string, value: unknown): { $expr: Expression } => ({
  $expr: { $gt: [{ $getField: field }, literal(value)] },
});

/** What lists show of the roots, and which filters find them, in the order of their starts. */
async function shown() {
  const { store } = opened();
  const rows = await list(store, { project_id, filter, include_overview: true });
  const usage = await store.readShownUsage({ project_id, ids: rows.map(({ id }) => id), prices: [SPAN] });
  const found = async (query: { $expr: Expression }) =>
    (await listIds(store, { project_id, filter, query, pricing })).join();
  return {
    rows: rows.map(({ id, overview }: CallRow) => [
      id,
      overview?.model,
      overview?.total_usage?.total_tokens,
      overview?.input_preview,
      overview?.output_preview,
      usage.find((one) => one.id === id)?.usage.reduce((sum, one) => sum + (one.usage.prompt_tokens ?? 0), 0),
    ]),
    byTokens: await found(more("overview.total_tokens", 100)),
    byCost: await found(more("overview.total_cost", 0.1)),
    byModel: await found({ $expr: { $eq: [{ $getField: "overview.model" }, literal("m-1")] } }),
    byInput: await found({
      $expr: { $contains: { input: { $getField: "inputs" }, substr: literal("question 1 of") } },
    }),
    byCostOrder: await listIds(store, {
      project_id,
      filter,
      pricing,
      sort_by: [{ field: "overview.total_cost", direction: "desc" }],
      limit: 9,
    }),
  };
}

const rowOf = (id: string, tokens: number, from: string = id) => [
  id,
  "m-1",
  2 * (tokens + 1),
  `question 1 of ${from}`,
  `answer 2 of ${from}`,
  2 * tokens,
];
const all = (...ids: string[]) => ({
  byTokens: ids.join(),
  byCost: ids.join(),
  byModel: ids.join(),
  byInput: ids.join(),
});

describe("a root whose parent has not arrived", () => {
  test("shows what a root without a parent shows, from its calls and as stored", async () => {
    await opened().store.writeCalls([
      ...request("local", "t1", undefined, 0, 100),
      ...request("remote", "t2", "gateway", 20, 200),
    ]);
    const expected = {
      rows: [rowOf("local", 100), rowOf("remote", 200)],
      ...all("local", "remote"),
      byCostOrder: ["remote", "local"],
    };
    expect(await shown()).toEqual(expected);
    await total();
    expect(await shown()).toEqual(expected);
  });

  test("shows what is below it, if its trace has other roots", async () => {
    await opened().store.writeCalls([
      ...request("one", "t", "gateway", 0, 100),
      ...request("two", "t", "browser", 20, 300),
    ]);
    const expected = {
      rows: [rowOf("one", 100), rowOf("two", 300)],
      ...all("one", "two"),
      byCostOrder: ["two", "one"],
    };
    expect(await shown()).toEqual(expected);
    await total();
    expect(await shown()).toEqual(expected);
  });

  test("is a root until its parent arrives", async () => {
    const { store } = opened();
    await store.writeCalls(request("inner", "t", "outer", 5, 100));
    await total();
    await store.writeCalls([finished({ project_id, id: "outer", trace_id: "t", started_at: at(0), ended_at: at(30) })]);
    const expected = { rows: [rowOf("outer", 100, "inner")], ...all("outer"), byCostOrder: ["outer"] };
    expect(await shown()).toEqual(expected);
    await total();
    expect(await shown()).toEqual(expected);
  });

  test("is none any more when its parent arrives in another trace", async () => {
    const { store } = opened();
    const sort_by = [{ field: "overview.total_tokens", direction: "desc" as const }];
    await store.writeCalls(request("inner", "t", "outer", 5, 100));
    await total();
    await store.writeCalls([
      finished({ project_id, id: "outer", trace_id: "other", started_at: at(0), ended_at: at(30) }),
    ]);
    await total();
    const rows = await list(store, { project_id, sort_by, limit: 9, include_overview: true });
    expect(
      rows
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["inner-1", "inner-2"]);
    expect(rows.find(({ id }) => id === "inner")?.overview).not.toHaveProperty("total_usage");
  });
});
