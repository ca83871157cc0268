import { endpoints } from "@/lib/contract/endpoints";
import { type ThreadsQuery, threadTotalField } from "@/lib/contract/threads";
import { type PricingStore, pricingFor, projectPricing } from "@/service/costs/priced-usage";
import { inProject, listRoute, route } from "./route";
import { withTotals } from "./thread-totals";

export const threadRoutes = {
  threadsStreamQuery: listRoute(endpoints.threadsStreamQuery, inProject, async function* ({ store }, query, signal) {
    const pricing = await threadPricing(store, query);
    const threads = store.listThreads({ ...query, pricing }, signal);
    yield* query.include_totals ? withTotals(store, query.project_id, threads) : threads;
  }),

  threadsQueryStats: route(endpoints.threadsQueryStats, inProject, async ({ store }, query) =>
    store.countThreads({ ...query, pricing: await threadPricing(store, query) }),
  ),
};

/** What determines costs, if the calls or the threads of a request are selected or sorted by them. */
function threadPricing(store: PricingStore, { project_id, query, filter, sort_by }: ThreadsQuery) {
  const isByCost = sort_by?.some(({ field }) => field === threadTotalField.enum["totals.total_cost"]) ?? false;
  const hasCost = filter?.min_cost !== undefined && filter.min_cost !== null;
  return isByCost || hasCost ? projectPricing(store, project_id) : pricingFor(store, { project_id, query });
}
