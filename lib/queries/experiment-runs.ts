import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { isMissingEndpoint, isNotFound } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Experiment, ExperimentDefinition, ExperimentUpdate } from "@/lib/contract/experiments";
import { EXPERIMENTS_PER_PAGE } from "@/lib/contract/limits";
import { isUnended } from "@/lib/experiment/progress";
import { pollInterval } from "./polling";

/** Milliseconds between two readings of an experiment that runs, and of one that others may resume. */
const RUNNING_MS = 1_000;
const IDLE_MS = 10_000;
/** An experiment that the service runs, with its progress; null for one that a program ran. */
export function experimentRun({ projectId, id }: { projectId: string; id: string }, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["experiments", "detail", { projectId, id }] as const,
    queryFn: async ({ signal }): Promise<Experiment | null> => {
      try {
        return (await client.request("experimentRead", { project_id: projectId, id }, { signal })).experiment;
      } catch (error) {
        if (isNotFound(error) || isMissingEndpoint(error)) return null;
        throw error;
      }
    },
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      const { data } = query.state;
      if (data === null) return false;
      return interval && Math.max(interval, data === undefined || isUnended(data) ? RUNNING_MS : IDLE_MS);
    },
  });
}

/** An experiment to create; the same request with the same id creates nothing more. */
interface NewExperimentRun extends ExperimentDefinition {
  id: string;
}

/** Creates experiments one after the other; those before one that is refused are kept. */
export function createExperiments(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["experiments", "create", { projectId }] as const,
    mutationFn: async (runs: readonly NewExperimentRun[]) => {
      const made: Experiment[] = [];
      for (const run of runs)
        made.push((await client.request("experimentCreate", { project_id: projectId, ...run })).experiment);
      return made;
    },
    onSuccess: (made, _runs, _result, { client: cache }) => {
      for (const one of made) cache.setQueryData(experimentRun({ projectId, id: one.id }).queryKey, one);
    },
    onSettled: (_made, _error, _runs, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["calls", "experiments", { projectId }] }),
  });
}

/** The experiments that measure a training job, oldest first. */
export function experimentsOfJob(
  { projectId, jobId }: { projectId: string; jobId: string },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["experiments", "of-job", { projectId, jobId }] as const,
    queryFn: async ({ signal }): Promise<Experiment[]> => {
      const request = { project_id: projectId, limit: EXPERIMENTS_PER_PAGE };
      const { experiments } = await client.request("experimentsQuery", request, { signal });
      return experiments.filter(({ definition }) => definition.training_job_id === jobId).toReversed();
    },
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, query.state.data?.some(isUnended) ? RUNNING_MS : IDLE_MS);
    },
  });
}

/** Pauses, resumes or cancels an experiment, runs its failed rows again, or changes its budget. */
export function updateExperiment(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["experiments", "update"] as const,
    mutationFn: async (update: ExperimentUpdate) => (await client.request("experimentUpdate", update)).experiment,
    onSuccess: (changed, { project_id: projectId, id }, _result, { client: cache }) => {
      cache.setQueryData(experimentRun({ projectId, id }).queryKey, changed);
      void cache.invalidateQueries({ queryKey: ["calls", "experiments", { projectId }] });
      void cache.invalidateQueries({ queryKey: ["calls", "experiments-by-id"] });
    },
  });
}
