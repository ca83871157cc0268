import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { TrainedModel, TrainedModelCreate, TrainingJob, TrainingStatus } from "@/lib/contract/training";
import { pollInterval } from "./polling";

/** Rows of one page of jobs, models, checkpoints or groups. */
const TRAINING_PAGE_ROWS = 100;
/** Milliseconds between two readings of a list: of unfinished jobs, and for new ones. */
const LIST_MS = 2_000;
const IDLE_LIST_MS = 10_000;

/** The state of the job list, all of which is in the URL. */
export interface JobsView {
  status: TrainingStatus | null;
  /** Id of a trainable model. */
  model: string | null;
  /** Id of a call that they were trained on. */
  call: string | null;
}

/** Whether a job may still change. */
export function isUnended({ status }: Pick<TrainingJob, "status">): boolean {
  return status === "queued" || status === "running";
}

type Polled = { state: { status: string; error: Error | null } };

/** At most as often as `ms`, and as rarely as every poll after a failure. */
function everyMs(query: Polled, ms: number): number | false {
  const interval = pollInterval(query);
  return interval && Math.max(interval, ms);
}

/**
 * A project's jobs, newest first, page by page; read again while the page is visible, often while one is unfinished.
 */
export function trainingJobsList(
  { projectId, view }: { projectId: string; view: JobsView },
  client: Client = browserClient,
) {
  return infiniteQueryOptions({
    queryKey: ["training", "jobs", { projectId, view }] as const,
    queryFn: ({ pageParam, signal }) => {
      const { status, model, call } = view;
      const request = {
        project_id: projectId,
        limit: TRAINING_PAGE_ROWS,
        ...(status === null ? {} : { status }),
        ...(model === null ? {} : { model_id: model }),
        ...(call === null ? {} : { call_id: call }),
        ...(pageParam === undefined ? {} : { after: pageParam }),
      };
      return client.request("trainingJobs", request, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, has_more: hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: (query) => {
      const jobs = query.state.data?.pages.flatMap(({ data }) => data) ?? [];
      return everyMs(query, jobs.some(isUnended) ? LIST_MS : IDLE_LIST_MS);
    },
    placeholderData: keepPreviousData,
  });
}

/** The newest jobs that were trained on a call; none if the service has no jobs. */
export function trainingJobsOfCall(
  { projectId, callId }: { projectId: string; callId: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["training", "of-call", { projectId, callId }] as const,
    queryFn: async ({ signal }) => {
      const request = { project_id: projectId, call_id: callId, limit: TRAINING_PAGE_ROWS };
      try {
        return await client.request("trainingJobs", request, { signal });
      } catch (error) {
        if (isMissingEndpoint(error)) return { data: [], has_more: false };
        throw error;
      }
    },
  });
}

/** A job with its progress, read every second while it is unfinished and the page is visible. */
export function trainingJobDetail(id: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "job", { id }] as const,
    queryFn: ({ signal }) => client.request("trainingJob", { id }, { signal }),
    refetchInterval: (query) => {
      const { data } = query.state;
      return data && !isUnended(data) ? false : pollInterval(query);
    },
  });
}

/** Rewards of a job's groups in their order, page by page. */
export function trainingGroupsList(id: string, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["training", "groups", { id }] as const,
    queryFn: ({ pageParam, signal }) => {
      const request = { id, limit: TRAINING_PAGE_ROWS, ...(pageParam === undefined ? {} : { after: pageParam }) };
      return client.request("trainingJobGroups", request, { signal });
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, has_more: hasMore }) => (hasMore ? data.at(-1)?.index : undefined),
    // A job's groups never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One group of a job as it was submitted. */
export function trainingGroupDetail({ id, index }: { id: string; index: number }, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "group", { id, index }] as const,
    queryFn: async ({ signal }) => (await client.request("trainingJobGroup", { id, index }, { signal })).group,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The request of a job, byte for byte; it may be large. */
export function trainingJobBody(id: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "body", { id }] as const,
    queryFn: async ({ signal }) => {
      const answer = await client.open("trainingJobBody", { id }, { signal });
      return answer.blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Requests that a job stops. One that has ended in the meantime is not changed, and is returned. */
export function cancelTrainingJob(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "cancel"] as const,
    mutationFn: (id: string) => client.request("trainingJobCancel", { id }),
    onSuccess: (job, id, _result, { client: cache }) => {
      cache.setQueryData(trainingJobDetail(id).queryKey, job);
      void cache.invalidateQueries({ queryKey: ["training", "jobs"] });
    },
  });
}

/** All trainable models of a project, newest first. */
export function trainedModelsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "models", { projectId }] as const,
    queryFn: async ({ signal }): Promise<TrainedModel[]> => {
      const models: TrainedModel[] = [];
      for (;;) {
        const after = models.at(-1)?.id;
        const request = { project_id: projectId, ...(after === undefined ? {} : { after }) };
        const { data, has_more: hasMore } = await client.request("trainedModels", request, { signal });
        models.push(...data);
        if (!hasMore || data.length === 0) return models;
      }
    },
  });
}

export function createTrainedModel(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "create-model"] as const,
    mutationFn: (model: TrainedModelCreate) => client.request("trainedModelCreate", model),
    onSuccess: (_made, _model, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["training", "models"] }),
  });
}

/** The latest checkpoints of a model, and whether a model server has them. */
export function checkpointsList(modelId: string, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["training", "checkpoints", { modelId }] as const,
    queryFn: ({ pageParam, signal }) => {
      const request = {
        id: modelId,
        order: "desc" as const,
        limit: TRAINING_PAGE_ROWS,
        ...(pageParam === undefined ? {} : { after: pageParam }),
      };
      return client.request("checkpoints", request, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, has_more: hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });
}

/** The runner of jobs, if there is one. */
export function trainingRunner(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "runner", {}] as const,
    queryFn: ({ signal }) => client.request("trainingRunner", {}, { signal }),
  });
}

/** Number of models whose checkpoints are searched for models that are served. */
const MODELS_LOOKED_THROUGH = 20;

/** The job that made the model with an id; nothing if the service has no jobs. */
export function trainedHere(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "trained-here", { projectId }] as const,
    queryFn: async ({ signal, client: cache }): Promise<ReadonlyMap<string, string>> => {
      const request = { project_id: projectId, status: "succeeded" as const, limit: TRAINING_PAGE_ROWS };
      try {
        const models = await cache.fetchQuery(trainedModelsList(projectId, client));
        const checkpoints = models.slice(0, MODELS_LOOKED_THROUGH).map(({ id }) => {
          const latest = { id, order: "desc" as const, limit: TRAINING_PAGE_ROWS };
          return client.request("checkpoints", latest, { signal });
        });
        const { data: jobs } = await client.request("trainingJobs", request, { signal });
        const pages = await Promise.all(checkpoints);
        const made = [
          ...pages.flatMap(({ data }) => data.map(({ model, job_id: job }) => [model, job] as const)),
          ...jobs.map(({ trained_model: model, id }) => [model, id] as const),
        ];
        // Both are newest first: of several jobs with the same id, the newest one's model is served.
        return new Map(made.toReversed().flatMap(([model, job]) => (model === undefined ? [] : [[model, job]])));
      } catch (error) {
        if (isMissingEndpoint(error)) return new Map();
        throw error;
      }
    },
  });
}
