import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { PROFILE_ROWS } from "@/lib/contract/limits";
import { profileRows } from "@/lib/table/profile";
import { arrayRoute, inProject, route } from "./route";

export const tableRoutes = {
  tableCreate: route(
    endpoints.tableCreate,
    ({ table }) => table.project_id,
    async ({ store }, { table }) => {
      const { digest, rowDigests } = await store.createTable(table.project_id, table.rows);
      return { digest, row_digests: rowDigests };
    },
  ),

  tableUpdate: route(endpoints.tableUpdate, inProject, async ({ store }, { project_id, base_digest, updates }) => {
    const updated = await store.updateTable(project_id, base_digest, updates);
    if (!updated) throw noTable(project_id, base_digest);
    return { digest: updated.digest, updated_row_digests: updated.updatedRowDigests };
  }),

  tableQuery: arrayRoute(endpoints.tableQuery, "rows", inProject, ({ store }, query, signal) =>
    store.listTableRows(query, signal),
  ),

  tableQueryStats: route(endpoints.tableQueryStats, inProject, async ({ store }, { project_id, digest, filter }) => {
    const count = await store.countTableRows(project_id, digest, filter?.row_digests);
    if (count === undefined) throw noTable(project_id, digest);
    return { count };
  }),

  tablesQuery: arrayRoute(endpoints.tablesQuery, "tables", inProject, ({ store }, query, signal) =>
    store.listTables(query, signal),
  ),

  tableProfile: route(endpoints.tableProfile, inProject, async ({ store }, { project_id, digest }) => {
    const count = await store.countTableRows(project_id, digest);
    if (count === undefined) throw noTable(project_id, digest);
    const profile = await profileRows(store.sampleTableRows(project_id, digest, PROFILE_ROWS));
    return { count, ...profile };
  }),

  tableDiff: route(endpoints.tableDiff, inProject, async ({ store }, query) => {
    const diff = await store.diffTables(query);
    if (!diff)
      throw new AppError(
        "not_found",
        `Table ${query.base_digest} or table ${query.digest} does not exist in project ${query.project_id}`,
      );
    return diff;
  }),
};

function noTable(projectId: string, digest: string): AppError {
  return new AppError("not_found", `There is no table ${digest} in project ${projectId}`);
}
