import { endpoints } from "@/lib/contract/endpoints";
import { pricingFor } from "./priced-usage";
import { inProject, listRoute, route } from "./route";
import { withTotals } from "./thread-totals";

export const threadRoutes = {
  threadsStreamQuery: listRoute(endpoints.threadsStreamQuery, inProject, async function* ({ store }, query, signal) {
    const { project_id, query: calls } = query;
    const pricing = await pricingFor(store, { project_id, query: calls });
    const threads = store.listThreads({ ...query, pricing }, signal);
    yield* query.include_totals ? withTotals(store, project_id, threads) : threads;
  }),

  threadsQueryStats: route(endpoints.threadsQueryStats, inProject, async ({ store }, query) =>
    store.countThreads({ ...query, pricing: await pricingFor(store, query) }),
  ),
};
