"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { covers } from "@/lib/contract/grants";
import { projectsList } from "@/lib/queries/projects";

export interface ManagedProjects {
  /** Whether the user administers every project, and so reads records about none, too. */
  isAll: boolean;
  ids: readonly string[];
  /** Whether the projects are being read, or why they are not known. */
  isReading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The projects that patterns cover: those that exist, and those that the patterns name, which may have been erased. */
export function useManagedProjects(patterns: readonly string[]): ManagedProjects {
  const { data: projects, error, isPending, refetch } = useQuery(projectsList());
  const managed = useMemo(() => {
    const existing = (projects ?? []).flatMap(({ project_id: id }) =>
      patterns.some((pattern) => covers(pattern, id)) ? [id] : [],
    );
    const named = patterns.filter((pattern) => !pattern.includes("*"));
    return { isAll: patterns.includes("*"), ids: [...new Set([...existing, ...named])].toSorted() };
  }, [projects, patterns]);
  return { ...managed, isReading: isPending, error, retry: () => void refetch() };
}
