import { endpoints } from "@/lib/contract/endpoints";
import { listRoute, route } from "./route";

/** Only admins of all projects read records of all of them, and those about none. */
const inProjectOrAll = ({ project_id }: { project_id?: string | null }) => project_id ?? "*";

export const auditRoutes = {
  auditQuery: route(endpoints.auditQuery, inProjectOrAll, ({ store }, query) => store.queryAudit(query)),

  auditExport: listRoute(endpoints.auditExport, inProjectOrAll, ({ store }, filter, signal) =>
    store.exportAudit(filter, signal),
  ),
};
