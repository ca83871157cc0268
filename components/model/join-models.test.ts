import { expect, test } from "vitest";

import { joinModels } from "./join-models";

const entry = (id: string) => ({ id, object: "model" as const, created: 0, owned_by: "lab", root: id });
const totals = (model: string | undefined, count: number) => ({
  ...(model ? { model } : {}),
  count,
  errors: 0,
  total_cost: {},
  unpriced: 0,
});
const price = (llm_id: string, pricing_level: "project" | "default", prompt_token_cost: number) => ({
  id: `${pricing_level} ${llm_id}`,
  llm_id,
  provider_id: "lab",
  prompt_token_cost,
  completion_token_cost: 1,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  effective_date: "2026-01-01T00:00:00.000000Z",
  pricing_level,
});
const day = (at: number) => `2026-11-0${at}T00:00:00.000000Z`;
const known = {
  callable: [entry("m10"), entry("m2")],
  prices: [price("m2", "default", 1), price("m2", "project", 2), price("gone", "default", 3)],
  stats: {
    granularity: 86_400,
    timezone: "UTC",
    buckets: [1, 2].map((at) => ({ start: day(at), end: day(at + 1) })),
    stats: [
      { bucket: 1, ...totals("m2", 1) },
      { bucket: 0, ...totals("m2", 3) },
      { bucket: 0, ...totals("lab/gone-2026-01-01", 1) },
      { bucket: 0, ...totals(undefined, 9) },
    ],
    totals: [totals("m2", 4), totals("lab/gone-2026-01-01", 1), totals(undefined, 9)],
  },
  feedback: new Map(),
  now: "2026-11-20T00:00:00.000000Z",
};

test("a model that can be called and one that was only used each have a row, in the order of names", () => {
  expect(
    joinModels(known).map(({ id, entry: callable, observed, lastUsed }) => [id, !!callable, observed?.count, lastUsed]),
  ).toEqual([
    ["lab/gone-2026-01-01", false, 1, day(1)],
    ["m2", true, 4, day(2)],
    ["m10", true, undefined, undefined],
  ]);
});

test("the price is the one that costs are worked out with", () => {
  expect(joinModels(known).map((row) => row.price?.id)).toEqual(["default gone", "project m2", undefined]);
});

test("without statistics the models that can be called remain", () => {
  expect(joinModels({ ...known, stats: undefined }).map(({ id }) => id)).toEqual(["m2", "m10"]);
});
