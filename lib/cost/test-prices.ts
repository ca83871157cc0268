import type { Cost } from "@/lib/contract/costs";

/** For tests: a project's own price of `gpt`, with the fields that the test sets. */
export function price(fields: Partial<Cost> = {}): Cost {
  return {
    id: "price-1",
    llm_id: "gpt",
    provider_id: "openai",
    prompt_token_cost: 0.25,
    completion_token_cost: 0.5,
    prompt_token_cost_unit: "USD",
    completion_token_cost_unit: "USD",
    effective_date: "2026-01-01T00:00:00.000000Z",
    pricing_level: "project",
    ...fields,
  };
}
