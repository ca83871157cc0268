import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { patternsWith } from "@/lib/contract/grants";
import { JOBS_PER_PAGE } from "@/lib/contract/limits";
import { projectId } from "@/lib/contract/primitives";
import type { Checkpoint, TrainedModel, TrainedModelCreate } from "@/lib/contract/training";
import { validate } from "@/lib/contract/validate";
import { type Identity, requireAccess } from "@/service/people/keys/identity";
import type { Inference } from "@/service/inference/gateway";
import type { Store } from "@/service/store/store";
import { newId } from "@/service/ingest/new-id";
import { bytesRoute, type Caller, route } from "./route";

export const trainedModelRoutes = {
  trainedModelCreate: route(endpoints.trainedModelCreate, "each", async ({ store, clock }, input, { identity }) => {
    const project_id = projectOf(input, identity);
    requireAccess(identity, project_id, endpoints.trainedModelCreate.role);
    const { base_model } = input;
    const id = newId(clock());
    const requestedName = input.name ?? undefined;
    const model = await store.createTrainedModel({
      id,
      project_id,
      name: requestedName,
      base_model,
      created_by: identity.owner,
    });
    if (model.id !== id && !input.return_existing)
      throw new AppError(
        "conflict",
        `Project ${project_id} already has a model ${model.name}; use another name, or set return_existing`,
      );
    if (model.base_model !== base_model)
      throw new AppError(
        "conflict",
        `Model ${model.name} in project ${project_id} already exists with base model ${model.base_model}; use that base model or another name`,
      );
    return model;
  }),

  trainedModels: route(endpoints.trainedModels, "each", async ({ store }, query, { identity }) => {
    const { project_id = identity.defaultProject, after, limit = JOBS_PER_PAGE } = query;
    requireAccess(identity, project_id, endpoints.trainedModels.role);
    return store.listTrainedModels({ project_id, after, limit });
  }),

  checkpointsDelete: route(endpoints.checkpointsDelete, "each", async (deps, { id, steps }, caller) => {
    const model = await findModel(deps.store, id, caller);
    requireAccess(caller.identity, model.project_id, endpoints.checkpointsDelete.role);
    const deleted = await deps.store.deleteCheckpoints(model, steps);
    await deps.modelFolder?.removeSteps(id, deleted);
    const found = new Set(deleted);
    return { deleted_count: deleted.length, not_found_steps: steps.filter((step) => !found.has(step)) };
  }),

  checkpointFiles: bytesRoute(
    endpoints.checkpointFiles,
    "each",
    async function* ({ store, modelFolder }, { id, step }, caller) {
      await findModel(store, id, caller);
      const files = await modelFolder?.archive(id, step);
      if (!files)
        throw new AppError(
          "not_found",
          `The weights of step ${step} are not on this machine: its runner has them, or they were deleted`,
        );
      yield* files;
    },
  ),

  trainedModelDelete: route(endpoints.trainedModelDelete, "each", async (deps, { id }, caller) => {
    // Deleting it again changes nothing.
    const model = await findModel(deps.store, id, caller, { isDeletedToo: true });
    requireAccess(caller.identity, model.project_id, endpoints.trainedModelDelete.role);
    await deps.store.deleteTrainedModel(model);
    await deps.modelFolder?.removeModel(id);
    return { id };
  }),

  checkpoints: route(endpoints.checkpoints, "each", async ({ store, inference }, query, caller) => {
    const { id, after, limit = JOBS_PER_PAGE, order = "asc" } = query;
    const model = await findModel(store, id, caller);
    const { data, has_more } = await store.listCheckpoints(model, { after, limit, order });
    return { data: await markServed(inference, model.project_id, data), has_more };
  }),
};

/** A model that the key may read; throws `not_found` for any other. */
async function findModel(
  store: Store,
  id: string,
  { identity, audit }: Caller,
  options: { isDeletedToo?: boolean } = {},
): Promise<TrainedModel> {
  const model = await store.findTrainedModel(id, patternsWith(identity.roles, "viewer"), options);
  if (!model) throw new AppError("not_found", `There is no trainable model ${id}`);
  audit?.note({ project_id: model.project_id });
  return model;
}

/** `project_id`, or `entity` and `project`, each of which defaults to that of the key's own project. */
function projectOf({ project_id, entity, project }: TrainedModelCreate, { defaultProject }: Identity): string {
  if (project_id) return project_id;
  if (project?.includes("/")) return validate(projectId, project);
  const [ownEntity = "", ownProject = ""] = defaultProject.split("/");
  return validate(projectId, `${entity ?? ownEntity}/${project ?? ownProject}`);
}

async function markServed(
  inference: Inference,
  project: string,
  found: readonly Omit<Checkpoint, "is_served">[],
): Promise<Checkpoint[]> {
  // The model servers are asked only if needed, since that takes time.
  const served = found.some(({ model }) => model !== undefined) ? await inference.listModels(project) : [];
  const ids = new Set(served.map(({ id }) => id));
  return found.map((one) => ({ ...one, is_served: one.model !== undefined && ids.has(one.model) }));
}
