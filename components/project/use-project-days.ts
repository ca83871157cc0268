"use client";

import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";

import { useNow } from "@/components/ui/use-now";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { PROJECTS_COUNTED } from "@/lib/contract/limits";
import type { Project, ProjectStats } from "@/lib/contract/projects";
import { partsFromEnd } from "@/lib/live/parts-from-end";
import { projectsDay } from "@/lib/queries/projects";

/** A project, and what happened in it in the last 24 hours. */
export interface ListedProject extends Project {
  /** Undefined until it has been read, and if that failed. */
  day: Omit<ProjectStats, "project_id"> | undefined;
}

const dayMs = 86_400_000;
const quiet = { traces: 0, failed_traces: 0, failing_traces: 0, total_cost: {}, unpriced: 0 };

interface ProjectDays {
  rows: ListedProject[];
  /** Why the last 24 hours of some projects could not be read. */
  error: Error | undefined;
  /** False if the service cannot count them. */
  areCounted: boolean;
}

/** Some projects with their last 24 hours. */
export function useProjectDays(projects: readonly Project[]): ProjectDays {
  const now = useNow();
  // The others have no call of these hours.
  const active = projects.filter(({ last_call_at: at }) => at !== undefined && Date.parse(at) > now - dayMs);
  const ids = active.map(({ project_id: id }) => id).join("\n");
  const parts = useMemo(() => partsFromEnd(ids === "" ? [] : ids.split("\n"), PROJECTS_COUNTED), [ids]);
  const { days, error, areCounted } = useQueries({
    queries: parts.map((part) => projectsDay(part)),
    combine: together,
  });
  return useMemo(() => {
    const read = new Set(parts.flat());
    const dayOf = (id: string) => (read.has(id) ? days.get(id) : quiet);
    return { rows: projects.map((project) => ({ ...project, day: dayOf(project.project_id) })), error, areCounted };
  }, [projects, parts, days, error, areCounted]);
}

function together(results: readonly UseQueryResult<ProjectStats[]>[]) {
  const read = results.flatMap(({ data = [] }) => data);
  return {
    days: new Map(read.map((stats) => [stats.project_id, stats])),
    error: results.find(({ error }) => error && !isMissingEndpoint(error))?.error ?? undefined,
    areCounted: !results.some(({ error }) => isMissingEndpoint(error)),
  };
}
