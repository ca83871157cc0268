import type { NewCost } from "@/lib/contract/costs";
import { MAIN_CURRENCY } from "@/lib/contract/currencies";
import { endpoints } from "@/lib/contract/endpoints";
import { DEFAULT_PRICES } from "@/lib/cost/default-prices";
import type { StoredCost } from "@/service/store/costs/costs-store";
import { newId } from "@/service/ingest/new-id";
import { inProject, route } from "./route";

const PROVIDER = "default";

export const costRoutes = {
  costCreate: route(endpoints.costCreate, inProject, async ({ store, clock }, { project_id, costs }, { identity }) => {
    const now = clock();
    const rows = Object.entries(costs).map(([llm_id, price]) => storedCost(llm_id, price, now, identity.owner));
    await store.createCosts(project_id, rows);
    return { ids: rows.map(({ llm_id, id }): [string, string] => [llm_id, id]) };
  }),

  costQuery: route(endpoints.costQuery, inProject, async ({ store }, query) => ({
    results: await store.queryCosts(query, DEFAULT_PRICES),
  })),

  costPurge: route(endpoints.costPurge, inProject, async ({ store }, { project_id, query }) => ({
    purged: await store.purgeCosts(project_id, query),
  })),
};

function storedCost(llm_id: string, price: NewCost, now: Date, owner: string): StoredCost {
  return {
    id: price.id ?? newId(now),
    llm_id,
    provider_id: price.provider_id ?? PROVIDER,
    prompt_token_cost: price.prompt_token_cost,
    completion_token_cost: price.completion_token_cost,
    ...cachePrices(price),
    tiers: price.tiers?.map((tier) => ({
      service_tier: tier.service_tier ?? undefined,
      above_prompt_tokens: tier.above_prompt_tokens ?? undefined,
      prompt_token_cost: tier.prompt_token_cost,
      completion_token_cost: tier.completion_token_cost,
      ...cachePrices(tier),
    })),
    prompt_token_cost_unit: price.prompt_token_cost_unit ?? MAIN_CURRENCY,
    completion_token_cost_unit: price.completion_token_cost_unit ?? MAIN_CURRENCY,
    effective_date: price.effective_date ?? now.toISOString(),
    created_by: owner,
  };
}

type CachePrices = Pick<
  StoredCost,
  "cache_read_input_token_cost" | "cache_creation_input_token_cost" | "cache_creation_1h_input_token_cost"
>;

function cachePrices(price: Pick<NewCost, keyof CachePrices>): CachePrices {
  return {
    cache_read_input_token_cost: price.cache_read_input_token_cost ?? undefined,
    cache_creation_input_token_cost: price.cache_creation_input_token_cost ?? undefined,
    cache_creation_1h_input_token_cost: price.cache_creation_1h_input_token_cost ?? undefined,
  };
}
