import { endpoints } from "@/lib/contract/endpoints";
import { inProject, listRoute } from "./route";

export const threadRoutes = {
  threadsStreamQuery: listRoute(endpoints.threadsStreamQuery, inProject, ({ store }, query, signal) =>
    store.listThreads(query, signal),
  ),
};
