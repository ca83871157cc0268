import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { prepareExperiment } from "@/service/background/experiments/prepare-experiment";
import type { ExperimentKey } from "@/service/store/experiments/experiments-store";
import { newId } from "@/service/ingest/new-id";
import { inProject, route } from "./route";

export const experimentRoutes = {
  experimentCreate: route(
    endpoints.experimentCreate,
    inProject,
    async ({ store, inference, clock }, { project_id, id, ...definition }, { identity }) => {
      const key = { project_id, id: id ?? newId(clock()) };
      const known = id ? await store.readExperiment(key) : undefined;
      if (known) return { experiment: known };
      const prepared = await prepareExperiment({ store, inference }, project_id, definition, identity.owner);
      return {
        experiment: await store.createExperiment({ ...key, ...prepared, definition, created_by: identity.owner }),
      };
    },
  ),

  experimentRead: route(endpoints.experimentRead, inProject, async ({ store }, key) => ({
    experiment: found(await store.readExperiment(key), key),
  })),

  experimentsQuery: route(endpoints.experimentsQuery, inProject, async ({ store }, query) => ({
    experiments: await store.listExperiments(query),
  })),

  experimentUpdate: route(endpoints.experimentUpdate, inProject, async ({ store }, update, { audit }) => {
    const updated = await store.updateExperiment(update, (before) => audit?.changes({ experiment: before }));
    return { experiment: found(updated, update) };
  }),
};

function found<Item>(item: Item | undefined, { project_id, id }: ExperimentKey): Item {
  if (item === undefined) throw new AppError("not_found", `There is no experiment ${id} in project ${project_id}`);
  return item;
}
