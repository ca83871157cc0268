"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { Completion, CompletionOption } from "@/lib/filter/complete";
import { feedbackFields } from "@/lib/queries/call-extras";
import { callFacets, payloadPaths } from "@/lib/queries/call-facets";
import { type CallsView, NEWEST_TRACES } from "@/lib/filter/calls-view";

/** Paths of fields whose values are counted for completion. */
const COUNTED: readonly string[] = [
  "overview.status",
  "op_name",
  "overview.model",
  "overview.kind",
  "overview.user_id",
  "thread_id",
  "feedback.by",
];
const noFields: readonly string[] = [];

/** Completions at the caret: fields, or the values of the calls in the view's range, with their number; none until `complete` is loaded. */
export function useFilterOptions(
  projectId: string,
  { from, to, range, roots, zone }: CallsView,
  complete: typeof import("@/lib/filter/complete") | undefined,
  completion: Completion | undefined,
): CompletionOption[] {
  const all = useMemo(() => ({ projectId, view: { ...NEWEST_TRACES, roots: false } }), [projectId]);
  const listed = useMemo(
    () => ({ projectId, view: { ...NEWEST_TRACES, from, to, range, roots, ...(zone && { zone }) } }),
    [projectId, from, to, range, roots, zone],
  );
  const path = completion?.kind === "value" ? completion.field.path : undefined;
  const counted = COUNTED.find((one) => one === path);
  const isInside = completion?.kind === "field" && completion.prefix !== "";
  const { data: facets } = useQuery({
    ...callFacets({ ...listed, fields: counted ? [counted] : noFields }),
    enabled: counted !== undefined,
    staleTime: 60_000,
  });
  const { data: paths } = useQuery({ ...payloadPaths(all), enabled: isInside });
  const { data: given } = useQuery({ ...feedbackFields(projectId), enabled: isInside });
  if (!complete || !completion) return [];
  if (completion.kind === "field")
    return complete.fieldOptions(completion.prefix, [...(given ?? []), ...(paths ?? [])], completion.isPresence);
  const known = facets?.find(({ field }) => field === counted)?.values ?? [];
  return complete.valueOptions(completion.field, completion.prefix, known, completion.isOrdered);
}
