import { endpoints } from "@/lib/contract/endpoints";
import { inProject, route } from "./route";

export const retentionRoutes = {
  retentionQuery: route(endpoints.retentionQuery, inProject, ({ store }, { project_id }) =>
    store.readRetention(project_id),
  ),

  retentionSet: route(endpoints.retentionSet, inProject, ({ store }, request, { identity }) =>
    store.setRetention({ ...request, changed_by: identity.owner }),
  ),

  retentionPreview: route(endpoints.retentionPreview, inProject, ({ store }, request) =>
    store.previewRetention(request),
  ),
};
