"use client";

import { useMemo } from "react";

import { usePreference } from "@/components/ui/use-preference";
import { FACET_FIELDS } from "@/lib/contract/limits";

import { parseFacets } from "./facet-fields";

const asStored = (stored: string) => stored;

/** The paths of the facets that were chosen for a project, as stored in this browser; undefined if none were. */
export function useChosenFacets(projectId: string): [string[] | undefined, (paths: readonly string[]) => void] {
  const [stored, store] = usePreference<string>(`facets:${projectId}`, "", asStored);
  const chosen = useMemo(() => parseFacets(stored), [stored]);
  return [chosen, (paths) => store(JSON.stringify(paths.slice(0, FACET_FIELDS)))];
}
