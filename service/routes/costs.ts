import type { NewCost } from "@/lib/contract/costs";
import { endpoints } from "@/lib/contract/endpoints";
import { DEFAULT_PRICES } from "@/lib/cost/default-prices";
import type { StoredCost } from "@/service/store/costs/costs-store";
import { newId } from "./new-id";
import { route } from "./route";

const CURRENCY = "USD";
const PROVIDER = "default";

export const costRoutes = {
  costCreate: route(
    endpoints.costCreate,
    (input) => input.project_id,
    async ({ store, clock }, { project_id, costs }, { identity }) => {
      const now = clock();
      const rows = Object.entries(costs).map(([llm_id, given]) => storedCost(llm_id, given, now, identity.owner));
      await store.createCosts(project_id, rows);
      return { ids: rows.map(({ llm_id, id }): [string, string] => [llm_id, id]) };
    },
  ),

  costQuery: route(
    endpoints.costQuery,
    (input) => input.project_id,
    async ({ store }, query) => ({ results: await store.queryCosts(query, DEFAULT_PRICES) }),
  ),

  costPurge: route(
    endpoints.costPurge,
    (input) => input.project_id,
    async ({ store }, { project_id, query }) => ({ purged: await store.purgeCosts(project_id, query) }),
  ),
};

function storedCost(llm_id: string, given: NewCost, now: Date, owner: string): StoredCost {
  return {
    id: given.id ?? newId(now),
    llm_id,
    provider_id: given.provider_id ?? PROVIDER,
    prompt_token_cost: given.prompt_token_cost,
    completion_token_cost: given.completion_token_cost,
    cache_read_input_token_cost: given.cache_read_input_token_cost ?? undefined,
    cache_creation_input_token_cost: given.cache_creation_input_token_cost ?? undefined,
    prompt_token_cost_unit: given.prompt_token_cost_unit ?? CURRENCY,
    completion_token_cost_unit: given.completion_token_cost_unit ?? CURRENCY,
    effective_date: given.effective_date ?? now.toISOString(),
    created_by: owner,
  };
}
