import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { patternsWith } from "@/lib/contract/grants";
import { EVENTS_PER_PAGE, JOBS_PER_PAGE } from "@/lib/contract/limits";
import type { TrainingJob } from "@/lib/contract/training";
import { requireAccess } from "@/service/auth/identity";
import type { ServiceDeps } from "@/service/deps";
import type { Store } from "@/service/store/store";
import { checkTestTable } from "./check-test-table";
import { bytesRoute, type Caller, route } from "./route";
import { trainingJobCreate } from "./training-create";

const NO_RUNNER = "No training runner is configured: set LOUPE_TRAINING_RUNNER (docs/training.md)";

const encoder = new TextEncoder();

export const trainingRoutes = {
  trainingJobCreate,

  trainingJobs: route(endpoints.trainingJobs, "each", async (deps, query, { identity }) => {
    const { project_id = identity.defaultProject, limit = JOBS_PER_PAGE } = query;
    requireAccess(identity, project_id, endpoints.trainingJobs.role);
    const page = await deps.store.listTrainingJobs({ ...query, project_id, limit });
    return { ...page, data: page.data.map((job) => asAnswered(deps, job)) };
  }),

  trainingJob: route(endpoints.trainingJob, "each", async (deps, { id }, caller) =>
    asAnswered(deps, await findJob(deps.store, id, caller)),
  ),

  trainingJobEvents: route(endpoints.trainingJobEvents, "each", async ({ store }, query, caller) => {
    const { id, after, limit = EVENTS_PER_PAGE, order = "asc", logs } = query;
    return store.listTrainingEvents(await findJob(store, id, caller), { after, limit, order, logs });
  }),

  trainingJobGroups: route(endpoints.trainingJobGroups, "each", async ({ store }, query, caller) => {
    const { id, after, limit = JOBS_PER_PAGE } = query;
    return store.listTrainingGroups(await findJob(store, id, caller), { after, limit });
  }),

  // A group may be as large as a body, so it is streamed.
  trainingJobGroup: bytesRoute(endpoints.trainingJobGroup, "each", async function* ({ store }, { id, index }, caller) {
    const job = await findJob(store, id, caller);
    const group = await store.readTrainingGroup(job, index);
    if (!group) throw new AppError("not_found", `The training job ${id} has no group ${index}`);
    yield encoder.encode(`{"index":${index},"group":`);
    yield* store.readTrainingBody(job, group);
    yield encoder.encode("}");
  }),

  trainingJobBody: bytesRoute(endpoints.trainingJobBody, "each", async function* ({ store }, { id }, caller) {
    yield* store.readTrainingBody(await findJob(store, id, caller));
  }),

  trainingJobCancel: route(endpoints.trainingJobCancel, "each", async (deps, { id }, caller) => {
    const job = await findJob(deps.store, id, caller);
    requireAccess(caller.identity, job.project_id, endpoints.trainingJobCancel.role);
    await deps.store.cancelTrainingJob(job);
    return asAnswered(deps, await findJob(deps.store, id, caller));
  }),

  trainingJobTestTable: route(
    endpoints.trainingJobTestTable,
    "each",
    async (deps, { id, test_table_ref: ref }, caller) => {
      const job = await findJob(deps.store, id, caller);
      requireAccess(caller.identity, job.project_id, endpoints.trainingJobTestTable.role);
      if (ref !== null) await checkTestTable(deps.store, job.project_id, ref);
      await deps.store.setTestTable(job, ref);
      return asAnswered(deps, await findJob(deps.store, id, caller));
    },
  ),

  trainingRunner: route(endpoints.trainingRunner, "each", async ({ training }) => ({
    runner: training?.kind,
    concurrency: training?.concurrency,
    silence_limit_seconds: training?.silenceLimitSeconds,
  })),
};

/** A job that the key may read; throws `not_found` for any other, whether it exists or not. */
async function findJob(store: Store, id: string, { identity, audit }: Caller): Promise<TrainingJob> {
  const job = await store.readTrainingJob(id, patternsWith(identity.roles, "viewer"));
  if (!job) throw new AppError("not_found", `There is no training job ${id}`);
  audit?.note({ project_id: job.project_id });
  return job;
}

/** The process that would start a job stores why it waits; without a runner there is no such process. */
function asAnswered({ training }: ServiceDeps, job: TrainingJob): TrainingJob {
  return job.status === "queued" && !training ? { ...job, waits_for: NO_RUNNER } : job;
}
