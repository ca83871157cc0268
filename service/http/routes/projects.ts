import { endpoints } from "@/lib/contract/endpoints";
import { patternsWith } from "@/lib/contract/grants";
import { REFUSALS_KEPT } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";
import { requireAccess } from "@/service/people/keys/identity";
import { projectStats } from "./project-stats";
import { inProject, route } from "./route";

export const projectRoutes = {
  projectsQuery: route(endpoints.projectsQuery, "each", async ({ store }, page, { identity }) => ({
    projects: await store.listProjects({ ...page, within: patternsWith(identity.roles, "viewer") }),
  })),

  projectsStats: route(
    endpoints.projectsStats,
    "each",
    async ({ store, clock }, { project_ids: ids, start, end }, { identity }) => {
      for (const id of ids) requireAccess(identity, id, "viewer");
      const range = { start, end: end ?? toTimestamp(clock().getTime()) };
      const projects = [];
      // One after the other: a key may have only so many statements at once, and other requests wait for theirs.
      for (const id of ids) projects.push(await projectStats(store, id, range));
      return { projects };
    },
  ),

  projectSettingsRead: route(endpoints.projectSettingsRead, inProject, async ({ store }, { project_id }) =>
    store.readSettings(project_id),
  ),

  projectSettingsUpdate: route(
    endpoints.projectSettingsUpdate,
    inProject,
    async ({ store }, { project_id, ...change }, { audit }) =>
      store.updateSettings(project_id, change, (before) => audit?.changes(before)),
  ),

  refusalsQuery: route(endpoints.refusalsQuery, inProject, async ({ store }, { project_id, limit }) =>
    store.queryRefusals(project_id, limit ?? REFUSALS_KEPT),
  ),
};
