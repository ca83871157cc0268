import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { patternsWith } from "@/lib/contract/grants";
import { EVENTS_PER_PAGE, JOBS_PER_PAGE } from "@/lib/contract/limits";
import type { TrainingJob } from "@/lib/contract/training";
import { requireAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import type { Store } from "@/service/store/store";
import { readBaseModels, runnerFacts, runnerInUse } from "@/service/background/training-runner/runner-in-use";
import { checkTestTable } from "./check-test-table";
import { bytesRoute, type Caller, route } from "./route";
import { trainingJobCreate } from "./training-create";

const encoder = new TextEncoder();

export const trainingRoutes = {
  trainingJobCreate,

  trainingJobs: route(endpoints.trainingJobs, "each", async (deps, query, { identity }) => {
    const { project_id = identity.defaultProject, limit = JOBS_PER_PAGE } = query;
    requireAccess(identity, project_id, endpoints.trainingJobs.role);
    const page = await deps.store.listTrainingJobs({ ...query, project_id, limit });
    return { ...page, data: await asAnswered(deps, page.data) };
  }),

  trainingJob: route(endpoints.trainingJob, "each", async (deps, { id }, caller) =>
    answered(deps, await findJob(deps.store, id, caller)),
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
    return answered(deps, await findJob(deps.store, id, caller));
  }),

  trainingJobTestTable: route(
    endpoints.trainingJobTestTable,
    "each",
    async (deps, { id, test_table_ref: ref }, caller) => {
      const job = await findJob(deps.store, id, caller);
      requireAccess(caller.identity, job.project_id, endpoints.trainingJobTestTable.role);
      if (ref !== null) await checkTestTable(deps.store, job.project_id, ref);
      await deps.store.setTestTable(job, ref);
      return answered(deps, await findJob(deps.store, id, caller));
    },
  ),

  trainingRunner: route(endpoints.trainingRunner, "each", async (deps) => {
    const facts = await runnerFacts(deps);
    return {
      runner: facts?.kind,
      concurrency: facts?.concurrency,
      silence_limit_seconds: facts?.silenceLimitSeconds,
    };
  }),

  trainingBaseModels: route(endpoints.trainingBaseModels, "each", async (deps) => ({
    base_models: [...(await readBaseModels(deps))],
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
async function asAnswered(deps: ServiceDeps, jobs: readonly TrainingJob[]): Promise<TrainingJob[]> {
  if (!jobs.some(({ status }) => status === "queued")) return [...jobs];
  const inUse = await runnerInUse(deps);
  if ("config" in inUse) return [...jobs];
  return jobs.map((job) => (job.status === "queued" ? { ...job, waits_for: inUse.problem } : job));
}

async function answered(deps: ServiceDeps, job: TrainingJob): Promise<TrainingJob> {
  const [one = job] = await asAnswered(deps, [job]);
  return one;
}
