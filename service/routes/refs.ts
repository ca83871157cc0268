import { endpoints } from "@/lib/contract/endpoints";
import { parseRef } from "@/lib/contract/refs";
import { requireAccess } from "@/service/auth/identity";
import { resolveRefs } from "./resolve-refs";
import { inProject, route } from "./route";

export const refRoutes = {
  refsReadBatch: route(endpoints.refsReadBatch, "each", async ({ store }, { refs }, { identity }) => {
    const parsed = refs.map(parseRef);
    for (const { entity, project } of parsed) requireAccess(identity, `${entity}/${project}`, "viewer");
    return { vals: await resolveRefs(store, parsed) };
  }),

  idsFind: route(endpoints.idsFind, inProject, async ({ store }, { project_id, id }) => ({
    found: await store.findId(project_id, id),
  })),
};
