"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { FacetField } from "@/lib/contract/call-facets";
import { type Completion, type CompletionOption, fieldOptions, valueOptions } from "@/lib/filter/complete";
import { callFacets, payloadPaths } from "@/lib/queries/call-facets";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";

/** Fields whose values are counted for completion. */
const COUNTED: Readonly<Record<string, FacetField>> = {
  "overview.status": "status",
  op_name: "op_name",
  "overview.model": "model",
  "overview.kind": "kind",
  "overview.user_id": "user_id",
};
const noFields: readonly FacetField[] = [];

/** Completions at the caret: fields, or the values of the project's calls. */
export function useFilterOptions(projectId: string, completion: Completion | undefined): CompletionOption[] {
  const all = useMemo(() => ({ projectId, view: { ...NEWEST_TRACES, roots: false } }), [projectId]);
  const counted = completion?.kind === "value" ? COUNTED[completion.field.path] : undefined;
  const isInside = completion?.kind === "field" && completion.prefix !== "";
  const { data: facets } = useQuery({
    ...callFacets(all, counted ? [counted] : noFields),
    enabled: counted !== undefined,
    staleTime: 60_000,
  });
  const { data: paths } = useQuery({ ...payloadPaths(all), enabled: isInside });
  if (!completion) return [];
  if (completion.kind === "field") return fieldOptions(completion.prefix, paths ?? []);
  const known = facets?.find(({ field }) => field === counted)?.values ?? [];
  return valueOptions(completion.field, completion.prefix, known);
}
