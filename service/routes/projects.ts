import { endpoints } from "@/lib/contract/endpoints";
import { REFUSALS_KEPT } from "@/lib/contract/limits";
import { mayAccess } from "@/service/auth/identity";
import { route } from "./route";

export const projectRoutes = {
  projectsQuery: route(endpoints.projectsQuery, "each", async ({ store }, page, { identity }) => {
    const projects = await store.listProjects(page);
    return { projects: projects.filter((project) => mayAccess(identity, project.project_id, "viewer")) };
  }),

  refusalsQuery: route(
    endpoints.refusalsQuery,
    (input) => input.project_id,
    async ({ store }, { project_id, limit }) => store.queryRefusals(project_id, limit ?? REFUSALS_KEPT),
  ),
};
