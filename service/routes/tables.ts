import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { arrayRoute, route } from "./route";

export const tableRoutes = {
  tableCreate: route(
    endpoints.tableCreate,
    ({ table }) => table.project_id,
    async ({ store }, { table }) => {
      const { digest, rowDigests } = await store.createTable(table.project_id, table.rows);
      return { digest, row_digests: rowDigests };
    },
  ),

  tableUpdate: route(
    endpoints.tableUpdate,
    (input) => input.project_id,
    async ({ store }, { project_id, base_digest, updates }) => {
      const updated = await store.updateTable(project_id, base_digest, updates);
      if (!updated) throw noTable(project_id, base_digest);
      return { digest: updated.digest, updated_row_digests: updated.updatedRowDigests };
    },
  ),

  tableQuery: arrayRoute(
    endpoints.tableQuery,
    "rows",
    (query) => query.project_id,
    ({ store }, query, signal) => store.listTableRows(query, signal),
  ),

  tableQueryStats: route(
    endpoints.tableQueryStats,
    (input) => input.project_id,
    async ({ store }, { project_id, digest }) => {
      const count = await store.countTableRows(project_id, digest);
      if (count === undefined) throw noTable(project_id, digest);
      return { count };
    },
  ),
};

function noTable(projectId: string, digest: string): AppError {
  return new AppError("not_found", `There is no table ${digest} in project ${projectId}`);
}
