import { endpoints } from "@/lib/contract/endpoints";
import { listRoute } from "./route";

export const threadRoutes = {
  threadsStreamQuery: listRoute(
    endpoints.threadsStreamQuery,
    (query) => query.project_id,
    ({ store }, query, signal) => store.listThreads(query, signal),
  ),
};
