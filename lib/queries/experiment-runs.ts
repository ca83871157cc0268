import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { isMissingEndpoint, isNotFound } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Experiment, ExperimentDefinition, ExperimentUpdate } from "@/lib/contract/experiments";
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
export interface NewExperimentRun extends ExperimentDefinition {
  project_id: string;
  id: string;
}

export function createExperiment(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["experiments", "create"] as const,
    mutationFn: async (run: NewExperimentRun) => (await client.request("experimentCreate", run)).experiment,
    onSuccess: (made, { project_id: projectId, id }, _result, { client: cache }) => {
      cache.setQueryData(experimentRun({ projectId, id }).queryKey, made);
      void cache.invalidateQueries({ queryKey: ["calls", "experiments", { projectId }] });
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
