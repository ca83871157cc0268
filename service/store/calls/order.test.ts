import { beforeAll, describe, expect, test } from "vitest";
import type { SortBy } from "@/lib/contract/calls";
import type { Cost } from "@/lib/contract/costs";
import { callRef } from "@/lib/contract/refs";
import type { CallsListQuery } from "./list-calls";
import { NO_PRICES } from "@/service/store/costs/call-costs";
import { PROJECT, finished, json, listIds, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const at = (second: number) => `2026-11-20T08:00:${String(second).padStart(2, "0")}.000000Z`;

const price = (cost: Partial<Cost>): Cost => ({
  id: "p",
  llm_id: "m",
  provider_id: "default",
  prompt_token_cost: 0.1,
  completion_token_cost: 0.2,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  effective_date: at(0),
  created_at: at(0),
  pricing_level: "project",
  ...cost,
});
const yuan = { prompt_token_cost_unit: "CNY", completion_token_cost_unit: "CNY" };
const PRICES = [
  { model: "dear", from: at(0), to: at(30), price: price({}) },
  { model: "dear", from: at(30), to: undefined, price: price({ prompt_token_cost: 100 }) },
  { model: "cached", from: at(0), to: undefined, price: price({ cache_read_input_token_cost: 0.01 }) },
  { model: "yuan", from: at(0), to: undefined, price: price(yuan) },
];

const REACTION = "core.reaction.1";
const QUALITY = "core.annotation.quality";

beforeAll(async () => {
  const call = (id: string, second: number, model?: string, usage?: object, fields: object = {}) =>
    finished({ id, started_at: at(second), ended_at: at(second), model, usage, ...fields });
  const { store } = opened();
  await store.writeCalls([
    call("a", 1, "dear", { prompt_tokens: 10 }),
    call("b", 2, "dear", { prompt_tokens: 3, completion_tokens: 3 }),
    call("c", 3, "cached", { prompt_tokens: 100, cached_tokens: 95 }),
    call("d", 4, "yuan", { prompt_tokens: 1 }),
    call("e", 5, "yuan", { completion_tokens: 9 }),
    call("f", 6, "unheard", { prompt_tokens: 1_000 }),
    call("g", 7),
    call("h", 31, "dear", { prompt_tokens: 1 }),
    // Costs as much as its two model calls, not as much as it repeats of them.
    call("odd:/%id", 8, "dear", { prompt_tokens: 900 }, { trace_id: "t" }),
    call("j1", 9, "dear", { prompt_tokens: 4 }, { trace_id: "t", parent_id: "odd:/%id", op_name: "below" }),
    call("j2", 10, "dear", { prompt_tokens: 5 }, { trace_id: "t", parent_id: "odd:/%id", op_name: "below" }),
  ]);
  let second = 0;
  const said = (id: string, feedback_type: string, payload: string) => {
    second += 1;
    const record = `0193b8a0-0000-7000-8000-${String(second).padStart(12, "0")}`;
    return { id: record, project_id: PROJECT, core_ref: callRef(PROJECT, id), feedback_type, payload: json(payload) };
  };
  for (const feedback of [
    said("a", QUALITY, '{"value":1}'),
    said("a", QUALITY, '{"value":12345678901234567891}'),
    said("b", QUALITY, '{"value":12345678901234567890}'),
    said("c", QUALITY, '{"value":"good"}'),
    said("odd:/%id", QUALITY, '{"value":7}'),
    said("odd:/%id", REACTION, '{"emoji":"👍"}'),
    said("d", REACTION, '{"emoji":"👎"}'),
    said("a", REACTION, '{"emoji":"👎"}'),
  ])
    await store.createFeedback(feedback);
});

const roots: CallsListQuery = {
  project_id: PROJECT,
  filter: { trace_roots_only: true },
  pricing: { prices: PRICES, basis: "prices" },
};
const by = (field: string, direction: "asc" | "desc"): SortBy => [{ field, direction }];

async function paged(query: CallsListQuery): Promise<string[]> {
  const ids: string[] = [];
  let page: string[];
  do {
    page = await listIds(opened().store, { ...query, limit: 2, after_id: ids.at(-1) });
    ids.push(...page);
  } while (page.length > 0);
  return ids;
}

describe("order", () => {
  test.each<{ sort: SortBy; ids: string }>([
    // By currency, dollars first, since amounts in two currencies cannot be compared; calls without a price are last in both
    // directions.
    { sort: by("overview.total_cost", "desc"), ids: "h c a odd:/%id b e d g f" },
    { sort: by("overview.total_cost", "asc"), ids: "b odd:/%id a c h d e f g" },
    { sort: by("feedback.count", "desc"), ids: "a odd:/%id d c b h g f e" },
    { sort: by("feedback.count", "asc"), ids: "b c d odd:/%id a e f g h" },
    { sort: by(`feedback.[${QUALITY}].payload.value`, "desc"), ids: "a b odd:/%id c h g f e d" },
    { sort: by(`feedback.[${QUALITY}].payload.value`, "asc"), ids: "odd:/%id b a c d e f g h" },
    { sort: by(`feedback.[${REACTION}].payload.emoji`, "asc"), ids: "odd:/%id a d b c e f g h" },
    { sort: by("feedback.[none].payload.value", "asc"), ids: "a b c d e f g h odd:/%id" },
    { sort: by("feedback.counts", "asc"), ids: "a b c d e f g h odd:/%id" },
    {
      sort: [...by("feedback.count", "desc"), ...by("overview.total_cost", "desc")],
      ids: "a odd:/%id c b d h e g f",
    },
  ])("$sort", async ({ sort, ids }) => {
    const expected = ids.split(" ");
    expect(await listIds(opened().store, { ...roots, sort_by: sort })).toEqual(expected);
    expect(await paged({ ...roots, sort_by: sort })).toEqual(expected);
    expect(await paged({ ...roots, sort_by: sort, newest: 100 })).toEqual(expected);
  });

  test("without prices no call has a cost", async () => {
    const query = { ...roots, pricing: NO_PRICES, sort_by: by("overview.total_cost", "desc") };
    expect(await listIds(opened().store, query)).toEqual("odd:/%id h g f e d c b a".split(" "));
  });

  test.each(["feedback", "feedback.", "feedback.[].payload.value", "feedback.[x].payload.", "feedback.[x].id"])(
    "%s is no field",
    async (field) => {
      await expect(listIds(opened().store, { ...roots, sort_by: by(field, "asc") })).rejects.toMatchObject({
        code: "invalid",
        errors: [{ path: "sort_by[0].field" }],
      });
    },
  );
});

describe("of the newest alone", () => {
  test.each<{ what: string; query: Partial<CallsListQuery>; ids: string }>([
    { what: "by cost", query: { sort_by: by("overview.total_cost", "desc") }, ids: "h odd:/%id e g f" },
    { what: "by start", query: { sort_by: by("started_at", "asc") }, ids: "e f g odd:/%id h" },
    { what: "by latency, all alike", query: { sort_by: by("latency", "desc") }, ids: "odd:/%id h g f e" },
    {
      what: "of those that a query selects",
      query: {
        newest: 2,
        sort_by: by("overview.total_cost", "asc"),
        query: { $expr: { $eq: [{ $getField: "overview.model" }, { $literal: json('"yuan"') }] } },
      },
      ids: "d e",
    },
    { what: "none", query: { newest: 0, sort_by: by("overview.total_cost", "asc") }, ids: "" },
  ])("$what", async ({ query, ids }) => {
    const expected = ids === "" ? [] : ids.split(" ");
    expect(await listIds(opened().store, { ...roots, newest: 5, ...query })).toEqual(expected);
    expect(await paged({ ...roots, newest: 5, ...query })).toEqual(expected);
  });

  test("a page continues after a call that is no longer in the window", async () => {
    const query = { ...roots, newest: 5, sort_by: by("overview.total_cost", "desc") };
    expect(await listIds(opened().store, { ...query, after_id: "c" })).toEqual("odd:/%id e g f".split(" "));
  });
});
