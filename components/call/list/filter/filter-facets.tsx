"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import type { FacetField } from "@/lib/contract/call-facets";
import { CALL_STATUSES } from "@/lib/contract/call-kinds";
import { opName } from "@/lib/format/call-name";
import { formatCount } from "@/lib/format/number";
import { callFacets } from "@/lib/queries/call-facets";
import type { CallsView } from "@/lib/filter/calls-view";

import { tickedValues, toggleValue, withoutField } from "./facet-clauses";

const facets: readonly { field: FacetField; label: string }[] = [
  { field: "status", label: "Status" },
  { field: "op_name", label: "Op" },
  { field: "model", label: "Model" },
  { field: "kind", label: "Kind" },
  { field: "user_id", label: "User" },
];

interface FilterFacetsProps {
  projectId: string;
  view: CallsView;
  onChange: (q: string) => void;
}

/** The values of the listed calls, with the number of calls for each; selecting some limits the list to them. */
export function FilterFacets(props: FilterFacetsProps) {
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {facets.map(({ field, label }) => (
        <FacetValues key={field} field={field} label={label} {...props} />
      ))}
    </div>
  );
}

function FacetValues({
  field,
  label,
  projectId,
  view,
  onChange,
}: FilterFacetsProps & { field: FacetField; label: string }) {
  const counted = { ...view, q: withoutField(view.q, field) };
  const { data, error, isPending, isPlaceholderData } = useQuery(callFacets({ projectId, view: counted }, [field]));
  const [facet] = data ?? [];
  const ticked = tickedValues(view.q, field);
  const known = new Set(facet?.values.map(({ value }) => value));
  const values = [
    ...(facet?.values ?? []),
    ...ticked.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 })),
  ];
  const isAlone = values.length === 1 && values[0]?.value === undefined;
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-label text-muted">{label}</legend>
      {isPending && <Skeleton className="w-2/3" />}
      {error && (
        <p role="alert" className="text-meta text-error">
          {error.message}
        </p>
      )}
      {facet && (values.length === 0 || isAlone) && <p className="text-meta text-muted">No values in these calls.</p>}
      <div aria-busy={isPlaceholderData} className="max-h-44 overflow-auto aria-busy:opacity-50">
        {!isAlone &&
          values.map(({ value, count }) => (
            <FacetValue
              key={value ?? ""}
              field={field}
              value={value}
              count={count}
              isTicked={ticked.includes(value)}
              onChange={(isTicked) => onChange(toggleValue(view.q, field, value, isTicked))}
            />
          ))}
      </div>
      {facet?.has_more && (
        <p className="px-1 text-label text-muted">
          Showing the {facet.values.length} most common; type to find others.
        </p>
      )}
    </fieldset>
  );
}

interface FacetValueProps {
  field: FacetField;
  value: string | undefined;
  count: number;
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
}

function FacetValue({ field, value, count, isTicked, onChange }: FacetValueProps) {
  const id = useId();
  const status = field === "status" ? CALL_STATUSES.find((one) => one === value) : undefined;
  return (
    <div className="flex h-7 items-center gap-2 rounded-control px-1 hover:bg-hover">
      <Checkbox id={id} checked={isTicked} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id} className="flex min-w-0 flex-1 cursor-pointer items-center gap-2 self-stretch">
        {status ? (
          <StatusIcon status={status} word />
        ) : (
          <bdi title={value} className={value === undefined ? "truncate text-muted" : "truncate"}>
            {value === undefined ? "None" : field === "op_name" ? opName(value) : value}
          </bdi>
        )}
        <span className="ml-auto shrink-0 text-meta text-muted tabular-nums">{formatCount(count)}</span>
      </label>
    </div>
  );
}
