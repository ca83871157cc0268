"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useTimeZone } from "@/components/ui/use-time-zone";
import type { Facet } from "@/lib/contract/call-facets";
import type { CallsView } from "@/lib/filter/calls-view";
import { formatDuration } from "@/lib/format/duration";
import { feedbackFields } from "@/lib/queries/call-extras";
import { callFacets, payloadPaths } from "@/lib/queries/call-facets";
import { callsOverTime } from "@/lib/queries/calls-over-time";

import { PathForm } from "../path-form";
import { tickedValues, toggleValue, withoutField } from "./facet-clauses";
import { defaultFacets, facetNamed, offeredFacets, slowAbove } from "./facet-fields";
import { FacetValues } from "./facet-values";
import { useChosenFacets } from "./use-chosen-facets";

interface FilterFacetsProps {
  projectId: string;
  view: CallsView;
  onChange: (q: string) => void;
}

/** The values of the listed calls, with the number of calls for each; selecting some limits the list to them. */
export function FilterFacets({ projectId, view, onChange }: FilterFacetsProps) {
  const zone = useTimeZone();
  const [chosen, choose] = useChosenFacets(projectId);
  const given = useQuery(feedbackFields(projectId));
  const paths = useMemo(() => chosen ?? defaultFacets(given.data ?? []), [chosen, given.data]);
  const { data: totals } = useQuery(callsOverTime({ projectId, view, zone }));
  const slowMs = slowAbove(totals?.all?.latency_p95_ms);
  // One request for all fields. Those that the filter limits are counted again without their own limit.
  const all = useQuery({
    ...callFacets({ projectId, view, fields: paths, slowMs }),
    enabled: paths.length > 0 && (chosen !== undefined || !given.isPending),
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <AddFacet projectId={projectId} view={view} chosen={paths} given={given.data ?? []} onAdd={choose} />
        {slowMs !== undefined && (
          <p className="text-label text-muted">
            Slow calls took longer than {formatDuration(slowMs)}, about the p95 of the listed calls
          </p>
        )}
      </div>
      {all.error && (
        <p role="alert" className="text-meta text-error">
          {all.error.message}
        </p>
      )}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {paths.map((path) => (
          <CountedFacet
            key={path}
            path={path}
            projectId={projectId}
            view={view}
            slowMs={slowMs}
            ofAll={{ facets: all.data, isOfBefore: all.isPlaceholderData, isFailed: all.isError }}
            onChange={onChange}
            onRemove={() => choose(paths.filter((one) => one !== path))}
          />
        ))}
      </div>
    </div>
  );
}

interface CountedFacetProps extends FilterFacetsProps {
  path: string;
  slowMs: number | undefined;
  /** The values in the listed calls. */
  ofAll: { facets: readonly Facet[] | undefined; isOfBefore: boolean; isFailed: boolean };
  onRemove: () => void;
}

/** A field's values in the calls that the filter selects without its clause on this field. */
function CountedFacet({ path, projectId, view, slowMs, ofAll, onChange, onRemove }: CountedFacetProps) {
  const ticked = tickedValues(view.q, path);
  const isLimited = ticked.length > 0;
  const counted = { ...view, q: withoutField(view.q, path) };
  const shared = ofAll.facets?.find(({ field }) => field === path);
  const own = useQuery({
    ...callFacets({ projectId, view: counted, fields: [path], slowMs }),
    enabled: isLimited,
    // The listed calls had all of its values until the first was selected.
    placeholderData: (before) => before ?? (shared && [shared]),
  });
  if (ofAll.isFailed && !shared) return undefined;
  return (
    <FacetValues
      path={path}
      facet={isLimited ? own.data?.[0] : shared}
      isOfBefore={isLimited ? own.isPlaceholderData : ofAll.isOfBefore}
      ticked={ticked}
      onTick={(value, isTicked) => onChange(toggleValue(view.q, path, value, isTicked))}
      onRemove={onRemove}
    />
  );
}

interface AddFacetProps {
  projectId: string;
  view: CallsView;
  chosen: readonly string[];
  /** Paths of the project's feedback. */
  given: readonly string[];
  onAdd: (paths: string[]) => void;
}

/** Adds the values of a field: one that occurs in the project's newest calls and feedback, or any other that is typed. */
function AddFacet({ projectId, view, chosen, given, onAdd }: AddFacetProps) {
  const { data: found = [] } = useQuery(payloadPaths({ projectId, view }));
  return (
    <div className="w-72 max-w-full">
      <PathForm
        label="Add a field"
        placeholder="acme.tier or inputs.question"
        draftKey={`facet:${projectId}`}
        offered={offeredFacets(chosen, [...given, ...found])}
        read={facetNamed}
        problem="Enter a field with text, an attribute or a path, such as op, acme.tier or inputs.question"
        onAdd={(path) => onAdd([path, ...chosen.filter((one) => one !== path)])}
      />
    </div>
  );
}
