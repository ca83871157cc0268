import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { invalid } from "@/lib/contract/validate";
import type { ServiceDeps } from "@/service/http/deps";
import { NoSecretError } from "@/service/secrets/secrets";
import { newId } from "@/service/ingest/new-id";
import { inProject, route } from "./route";

export const erasureRoutes = {
  erasurePreview: route(endpoints.erasurePreview, inProject, ({ store }, { project_id, user_id }) =>
    store.previewErasure(project_id, user_id),
  ),

  erasureCreate: route(endpoints.erasureCreate, inProject, async (deps, request, { identity }) => {
    const { project_id, user_id, confirm } = request;
    if (confirm !== user_id) throw invalid([{ path: "confirm", message: "must be the same as user_id" }]);
    const user_hash = hashOf(deps, project_id, user_id);
    return deps.store.createErasure({
      project_id,
      id: newId(deps.clock()),
      user_id,
      user_hash,
      created_by: identity.owner,
    });
  }),

  erasureQuery: route(endpoints.erasureQuery, inProject, async (deps, { project_id, user_id }) => {
    const hash = typeof user_id === "string" ? hashOf(deps, project_id, user_id) : undefined;
    return { erasures: await deps.store.listErasures(project_id, hash) };
  }),
};

/** What is kept of the id of a user: nobody without the secret of the instance can find out whose it is. */
function hashOf({ secrets }: Pick<ServiceDeps, "secrets">, projectId: string, userId: string): string {
  try {
    return secrets.hash(JSON.stringify([projectId, userId]), "erased user");
  } catch (error) {
    if (!(error instanceof NoSecretError)) throw error;
    throw new AppError("unavailable", "The service has no secret, so no receipt can be kept; set LOUPE_SECRET", {
      cause: error,
    });
  }
}
