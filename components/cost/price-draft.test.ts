import { expect, test } from "vitest";

import { cost, newCost } from "@/lib/contract/costs";

import { draftLike, emptyPrice, problemsOf, toNewPrice } from "./price-draft";

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

test("tiers of which anything is typed are sent, and proposed for another model", () => {
  const tiered = {
    ...typed,
    longPrompt: "4",
    longCompletion: "18",
    batchPrompt: "1",
    batchCompletion: "5",
    batchCacheRead: ".5",
  };
  const price = toNewPrice({ ...tiered, longAbove: "272000", cacheWrite1h: "5" }, instantOf);
  expect(price).toMatchObject({
    cache_creation_1h_input_token_cost: 5e-6,
    tiers: [
      { above_prompt_tokens: 272_000, prompt_token_cost: 4e-6, completion_token_cost: 1.8e-5 },
      {
        service_tier: "batch",
        prompt_token_cost: 1e-6,
        completion_token_cost: 5e-6,
        cache_read_input_token_cost: 5e-7,
      },
    ],
  });
  expect(newCost.safeParse(price).error).toBeUndefined();
  const known = { id: "1", llm_id: "gpt", ...cost.partial().parse({ ...price, effective_date: undefined }) };
  expect(toNewPrice(draftLike(known, { llmId: "gpt-y", from: "" }), instantOf)).toMatchObject(price);
  expect(problemsOf({ ...typed, flexPrompt: "x" })).toEqual({
    flexPrompt: expect.any(String),
    flexCompletion: expect.any(String),
  });
});
