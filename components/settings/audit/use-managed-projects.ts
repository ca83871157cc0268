"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { covers } from "@/lib/contract/grants";
import { projectsList } from "@/lib/queries/projects";

export interface ManagedProjects {
  /** Whether the user administers every project, and so reads records about none, too. */
  isAll: boolean;
  ids: readonly string[];
}

/** The projects that patterns cover: those that exist, and those that the patterns name, which may have been erased. */
export function useManagedProjects(patterns: readonly string[]): ManagedProjects {
  const { data: projects } = useQuery(projectsList());
  return useMemo(() => {
    const existing = (projects ?? []).flatMap(({ project_id: id }) =>
      patterns.some((pattern) => covers(pattern, id)) ? [id] : [],
    );
    const named = patterns.filter((pattern) => !pattern.includes("*"));
    return { isAll: patterns.includes("*"), ids: [...new Set([...existing, ...named])].toSorted() };
  }, [projects, patterns]);
}
