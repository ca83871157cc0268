import { expect, test } from "vitest";

import { newCost, type PriceTier } from "@/lib/contract/costs";

import { draftLike, emptyPrice, problemsOf, toNewPrice } from "./price-draft";
import { parseTiers, type TierDraft, tierProblems } from "./tier-draft";

const typed = { ...emptyPrice, llmId: "gpt-x", prompt: "2.50", completion: "10" };
const instantOf = (day: string) => `${day}T00:00:00.000Z`;

test("amounts of a million are sent as of one token", () => {
  expect(toNewPrice({ ...typed, cacheRead: "0.25", from: "2026-11-01", provider: " openai " }, instantOf)).toEqual({
    prompt_token_cost: 2.5e-6,
    completion_token_cost: 1e-5,
    prompt_token_cost_unit: "USD",
    completion_token_cost_unit: "USD",
    cache_read_input_token_cost: 2.5e-7,
    provider_id: "openai",
    effective_date: "2026-11-01T00:00:00.000Z",
  });
});

test("what was left empty is not sent", () => {
  expect(Object.keys(toNewPrice(typed, instantOf))).toEqual([
    "prompt_token_cost",
    "completion_token_cost",
    "prompt_token_cost_unit",
    "completion_token_cost_unit",
  ]);
});

test.each([
  [{}, []],
  [{ llmId: " " }, ["llmId"]],
  [{ prompt: "", completion: "ten" }, ["prompt", "completion"]],
  [{ cacheRead: "-1" }, ["cacheRead"]],
  [{ currency: "$" }, ["currency"]],
])("%j is wrong in %j", (change, fields) => {
  expect(Object.keys(problemsOf({ ...typed, ...change }))).toEqual(fields);
});

test("a known price is proposed with its amounts, for another model", () => {
  const price = {
    id: "1",
    llm_id: "gpt-4o",
    prompt_token_cost: 2.5e-6,
    completion_token_cost: 1e-5,
    provider_id: "openai",
  };
  const draft = draftLike(price, { llmId: "gpt-4o-eu", from: "" });
  expect(draft).toMatchObject({ llmId: "gpt-4o-eu", prompt: "2.5", completion: "10", provider: "openai" });
  expect(toNewPrice(draft, instantOf)).toMatchObject({ prompt_token_cost: 2.5e-6, completion_token_cost: 1e-5 });
});

test.each([
  [{ above_prompt_tokens: 200_000, cache_read_input_token_cost: 1e-7, cache_creation_input_token_cost: 2.5e-6 }],
  [{ above_prompt_tokens: 272_000, cache_creation_1h_input_token_cost: 4.5e-6 }],
  [{ service_tier: "batch", above_prompt_tokens: 200_000, cache_creation_input_token_cost: 0 }],
  [
    { service_tier: "batch", cache_creation_input_token_cost: 1.25e-6 },
    { service_tier: "batch", above_prompt_tokens: 128_000 },
    { service_tier: "batch", above_prompt_tokens: 256_000, cache_read_input_token_cost: 1e-13 },
    { service_tier: "priority", above_prompt_tokens: 256_000 },
    { above_prompt_tokens: 128_000 },
    { above_prompt_tokens: 256_000 },
  ],
] satisfies Partial<PriceTier>[][])("a copied price has every amount of its tiers: %j", (...given) => {
  const tiers = given.map((tier) => ({ prompt_token_cost: 1e-6, completion_token_cost: 3.3e-6, ...tier }));
  const amounts = { prompt_token_cost: 2e-6, completion_token_cost: 7e-6, cache_creation_1h_input_token_cost: 9e-6 };
  const price = { id: "1", llm_id: "gpt", ...amounts, tiers };
  const copy = toNewPrice(draftLike(price, { llmId: "gpt-y", from: "" }), instantOf);
  expect(copy).toMatchObject(amounts);
  expect(copy.tiers).toEqual(tiers);
  expect(newCost.safeParse(copy).error).toBeUndefined();
});

test("a price of two currencies is not copied as one of one currency", () => {
  const units = { prompt_token_cost_unit: "USD", completion_token_cost_unit: "EUR" };
  const tiers = [{ service_tier: "flex" as const, prompt_token_cost: 1e-6, completion_token_cost: 2e-6 }];
  const price = { id: "1", llm_id: "gpt", prompt_token_cost: 2e-6, completion_token_cost: 7e-6, tiers, ...units };
  const draft = draftLike(price, { llmId: "gpt-y", from: "" });
  expect(draft).toMatchObject({ prompt: "2", completion: "", currency: "USD" });
  expect(Object.keys(problemsOf(draft))).toEqual(["completion", "tiers"]);
});

const tier = {
  service: "batch",
  above: "",
  prompt: "1",
  completion: "5",
  cacheRead: ".5",
  cacheWrite: "",
  cacheWrite1h: "",
};

test.each([
  [[{ ...tier, cacheWrite: "x" }], [{ cacheWrite: expect.any(String) }]],
  [[{ ...tier, prompt: "", completion: "" }], [{ prompt: expect.any(String), completion: expect.any(String) }]],
  [[{ ...tier, service: "" }], [{ service: "Choose a service tier, a prompt length, or both" }]],
  [
    [tier, { ...tier, above: "200000" }, tier],
    [{}, {}, { service: "Tier 1 is for the same calls" }],
  ],
] satisfies [TierDraft[], unknown][])("of tiers %j is wrong %j", (tiers, wrong) => {
  expect(tierProblems(tiers)).toEqual(wrong);
  expect(Object.keys(problemsOf({ ...typed, tiers: JSON.stringify(tiers) }))).toEqual(["tiers"]);
});

test.each(["", "{", "3", "[3]", '[{"service":"batch"}]', JSON.stringify([{ ...tier, above: "7" }])])(
  "tiers that an older page kept as %s are none",
  (text) => {
    expect(parseTiers(text)).toEqual([]);
  },
);
