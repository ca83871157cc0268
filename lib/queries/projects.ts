import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { REFUSALS_KEPT } from "@/lib/contract/limits";
import type { SettingsChange } from "@/lib/contract/projects";
import { polledDays } from "./polling";

/** The projects that the signed-in key may read, by name. */
export function projectsList(client: Client = browserClient) {
  return queryOptions({
    queryKey: ["projects", "list", {}] as const,
    queryFn: async ({ signal }) => (await client.request("projectsQuery", {}, { signal })).projects,
  });
}

const DAY_MS = 86_400_000;

/** The traces, failures and cost of the last 24 hours of some projects, at most `PROJECTS_COUNTED`. */
export function projectsDay(ids: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["projects", "day", { ids }] as const,
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - DAY_MS).toISOString();
      return (await client.request("projectsStats", { project_ids: [...ids], start }, { signal })).projects;
    },
    ...polledDays,
  });
}

/** The settings of a project. */
export function projectSettings(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["projects", "settings", { projectId }] as const,
    queryFn: ({ signal }) => client.request("projectSettingsRead", { project_id: projectId }, { signal }),
  });
}

/** Changes some settings of a project; every cost may then be another one. */
export function changeSettings(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["projects", "settings", "change", { projectId }] as const,
    mutationFn: (settings: SettingsChange) =>
      client.request("projectSettingsUpdate", { project_id: projectId, ...settings }),
    onSuccess: async (settings, _changed, _result, { client: cache }) => {
      cache.setQueryData(projectSettings(projectId).queryKey, settings);
      await Promise.all(
        ["costs", "calls", "threads", "models"].map((key) => cache.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
}

/** Rejected trace items of a project, newest first, and their total number. */
export function refusalsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["refusals", "list", { projectId }] as const,
    queryFn: ({ signal }) =>
      client.request("refusalsQuery", { project_id: projectId, limit: REFUSALS_KEPT }, { signal }),
  });
}
