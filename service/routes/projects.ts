import { endpoints } from "@/lib/contract/endpoints";
import { patternsWith } from "@/lib/contract/grants";
import { REFUSALS_KEPT } from "@/lib/contract/limits";
import { inProject, route } from "./route";

export const projectRoutes = {
  projectsQuery: route(endpoints.projectsQuery, "each", async ({ store }, page, { identity }) => ({
    projects: await store.listProjects({ ...page, within: patternsWith(identity.roles, "viewer") }),
  })),

  projectSettingsRead: route(endpoints.projectSettingsRead, inProject, async ({ store }, { project_id }) =>
    store.readSettings(project_id),
  ),

  projectSettingsUpdate: route(
    endpoints.projectSettingsUpdate,
    inProject,
    async ({ store }, { project_id, cost_basis }) =>
      store.updateSettings(project_id, { cost_basis: cost_basis ?? undefined }),
  ),

  refusalsQuery: route(endpoints.refusalsQuery, inProject, async ({ store }, { project_id, limit }) =>
    store.queryRefusals(project_id, limit ?? REFUSALS_KEPT),
  ),
};
