import { endpoints } from "@/lib/contract/endpoints";
import { inProject, route } from "./route";

export const retentionRoutes = {
  retentionQuery: route(endpoints.retentionQuery, inProject, ({ store }, { project_id }) =>
    store.readRetention(project_id),
  ),

  retentionSet: route(endpoints.retentionSet, inProject, async ({ store }, request, { identity, audit }) => {
    await audit?.was(await store.readRetention(request.project_id));
    return store.setRetention({ ...request, changed_by: identity.owner });
  }),

  retentionPreview: route(endpoints.retentionPreview, inProject, ({ store }, request) =>
    store.previewRetention(request),
  ),
};
