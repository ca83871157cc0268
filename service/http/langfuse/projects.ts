import { endpoints } from "@/lib/contract/endpoints";
import { getRoute } from "@/service/http/routes/route";
import { langfuseRoute } from "./langfuse-route";

export const projectRoutes = {
  langfuseHealth: getRoute(endpoints.langfuseHealth, async ({ version }) => ({
    value: { status: "OK" as const, version },
  })),

  langfuseProjects: langfuseRoute(endpoints.langfuseProjects, async (_deps, _input, { project }) => {
    const [entity = "", name = ""] = project.split("/");
    return { value: { data: [{ id: project, name, organization: { id: entity, name: entity }, metadata: {} }] } };
  }),
};
