import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import type { ObjectVersion } from "@/lib/contract/objects";
import { mayAccess } from "@/service/people/keys/identity";
import type { Store } from "@/service/store/store";
import { arrayRoute, inProject, route } from "./route";
import { taggedRoute } from "./tagged-route";

export const objectRoutes = {
  objCreate: route(
    endpoints.objCreate,
    ({ obj }) => obj.project_id,
    async ({ store }, { obj: { builtin_object_class, set_base_object_class, ...obj } }, { identity }) => {
      const object_class = builtin_object_class ?? set_base_object_class ?? undefined;
      const published = await store.publishObject({ ...obj, object_class, ext_user_id: identity.owner });
      return { ...published, object_id: obj.object_id };
    },
  ),

  objRead: taggedRoute(endpoints.objRead, inProject, async ({ store }, input) => ({
    obj: await readVersion(store, input),
  })),

  objsQuery: arrayRoute(endpoints.objsQuery, "objs", inProject, ({ store }, query, signal) =>
    store.listObjects(query, signal),
  ),

  objsQueryStats: route(endpoints.objsQueryStats, inProject, ({ store }, query) => store.countObjects(query)),

  objDelete: route(endpoints.objDelete, inProject, async ({ store }, { project_id, object_id, digests }) => ({
    num_deleted: await store.deleteObjects(project_id, object_id, digests ?? undefined),
  })),

  objLabelsSet: route(endpoints.objLabelsSet, inProject, async ({ store }, move, { identity, audit }) => {
    const isAdmin = mayAccess(identity, move.project_id, "admin");
    const moved = await store.moveLabel({ ...move, by: identity.owner, is_admin: isAdmin });
    audit?.changes({ digest: moved.replaced });
    return moved;
  }),

  objLabelsQuery: route(endpoints.objLabelsQuery, inProject, async ({ store }, query) => ({
    labels: await store.listLabels(query),
  })),

  objLabelsHistory: route(endpoints.objLabelsHistory, inProject, async ({ store }, query) => ({
    moves: await store.labelHistory(query),
  })),
};

/** A version. Throws `not_found` if there is none. */
async function readVersion(
  store: Store,
  { project_id, metadata_only, ...key }: z.output<typeof endpoints.objRead.request>,
): Promise<ObjectVersion> {
  const obj = await store.readObject(project_id, key, { value: metadata_only !== true });
  if (!obj)
    throw new AppError(
      "not_found",
      `There is no version ${key.digest} of object ${key.object_id} in project ${project_id}`,
    );
  // The value was deleted: null would look like a value.
  if (obj.deleted_at && !metadata_only)
    throw new AppError(
      "not_found",
      `Version ${key.digest} of object ${key.object_id} was deleted at ${obj.deleted_at}`,
    );
  return obj;
}
