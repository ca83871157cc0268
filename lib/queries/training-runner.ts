import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { trainingRunnerSetRequest, trainingRunnerTestRequest } from "@/lib/contract/training-runner";

export type AskedRunner = z.input<typeof trainingRunnerSetRequest>;

/** How the training runner is set up; for admins of all projects. */
export function runnerSetup(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "runner-setup", {}] as const,
    queryFn: ({ signal }) => client.request("trainingRunnerRead", {}, { signal }),
  });
}

/** Whether the runner in use responds. */
export function runnerCheck(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "runner-check", {}] as const,
    queryFn: ({ signal }) => client.request("trainingRunnerTest", {}, { signal }),
    retry: false,
  });
}

/** Sets up or changes the runner. What was sent contains secrets; the cache drops it once nothing shows it. */
export function setRunner(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "set-runner"] as const,
    mutationFn: (runner: AskedRunner) => client.request("trainingRunnerSet", runner),
    onSuccess: (_set, _runner, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["training"] }),
    gcTime: 0,
  });
}

/** Asks a runner that is being entered whether it responds. */
export function testRunner(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "test-runner"] as const,
    mutationFn: (runner: z.input<typeof trainingRunnerTestRequest>) => client.request("trainingRunnerTest", runner),
    gcTime: 0,
  });
}

export function removeRunner(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "remove-runner"] as const,
    mutationFn: (replaces: number | undefined) => client.request("trainingRunnerRemove", { replaces }),
    onSuccess: (_removed, _replaces, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["training"] }),
  });
}

/** The base models that the runner names; none if the service does not list them. */
export function baseModelsList(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["training", "base-models", {}] as const,
    queryFn: async ({ signal }) => {
      try {
        return (await client.request("trainingBaseModels", {}, { signal })).base_models;
      } catch (error) {
        if (isMissingEndpoint(error)) return [];
        throw error;
      }
    },
  });
}
