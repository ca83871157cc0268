import { endpoints } from "@/lib/contract/endpoints";
import { inProject, listRoute } from "./route";
import { withTotals } from "./thread-totals";

export const threadRoutes = {
  threadsStreamQuery: listRoute(endpoints.threadsStreamQuery, inProject, ({ store }, query, signal) => {
    const threads = store.listThreads(query, signal);
    return query.include_totals ? withTotals(store, query.project_id, threads) : threads;
  }),
};
