import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import type { ServiceDeps } from "@/service/http/deps";
import type { ServiceContext } from "@/service/http/middleware/env";
import { requireProject } from "./client-project";

export const modelRoutes = {
  models: {
    endpoint: endpoints.models,
    async answer(c: ServiceContext, { inference }: ServiceDeps) {
      const { project } = requireProject(c, endpoints.models);
      const list = { object: "list" as const, data: await inference.listModels(project) };
      return c.body(writeJson(list), 200, { "content-type": "application/json" });
    },
  },
};
