"use client";

import { CircleX, Hourglass, X } from "lucide-react";
import { useId, useState } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusIcon } from "@/components/ui/status-icon";
import type { Facet } from "@/lib/contract/call-facets";
import { CALL_STATUSES } from "@/lib/contract/call-kinds";
import { opName } from "@/lib/format/call-name";
import { counted, formatCount } from "@/lib/format/number";

import { facetWords } from "./facet-fields";

/** Number of values that are shown at first. */
const fewValues = 8;

type CountedValue = Facet["values"][number];

interface FacetValuesProps {
  path: string;
  /** Undefined while it is loaded. */
  facet: Facet | undefined;
  /** The values are those of an earlier filter. */
  isOfBefore: boolean;
  /** Selected values, see `tickedValues`. */
  ticked: readonly (string | undefined)[];
  onTick: (value: string | undefined, isTicked: boolean) => void;
  onRemove: () => void;
}

/** The values of one field, most frequent first, and how many calls have each. */
export function FacetValues({ path, facet, isOfBefore, ticked, onTick, onRemove }: FacetValuesProps) {
  const headingId = useId();
  const [isWhole, setIsWhole] = useState(false);
  const words = facetWords(path);
  const known = new Set(facet?.values.map(({ value }) => value));
  const missing = ticked.filter((value) => !known.has(value)).map((value) => ({ value, count: 0, errors: 0 }));
  const values: CountedValue[] = [...(facet?.values ?? []), ...missing];
  const isAlone = values.length === 1 && values[0]?.value === undefined && ticked.length === 0;
  const shown = isWhole ? values : values.filter(({ value }, place) => place < fewValues || ticked.includes(value));
  const moreCount = values.length - shown.length;
  return (
    <div role="group" aria-labelledby={headingId} className="group min-w-0">
      <div className="flex h-6 items-center">
        <h2 id={headingId} title={words} className="min-w-0 truncate text-label text-muted">
          {words}
        </h2>
        <IconButton
          icon={X}
          label={`Remove the values of ${words}`}
          size="small"
          onClick={onRemove}
          className="ml-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
      {!facet && <Skeleton className="w-2/3" />}
      {facet && (values.length === 0 || isAlone) && <p className="text-meta text-muted">No values in these calls.</p>}
      <div aria-busy={isOfBefore} className="aria-busy:opacity-50">
        {!isAlone &&
          shown.map((one) => (
            <FacetValue
              key={one.value === undefined ? "none" : `value ${one.value}`}
              path={path}
              one={one}
              isTicked={ticked.includes(one.value)}
              onTick={(isTicked) => onTick(one.value, isTicked)}
            />
          ))}
      </div>
      {(moreCount > 0 || isWhole) && values.length > fewValues && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="rounded-control px-1 text-label text-muted hover:text-ink"
        >
          {isWhole ? "Show fewer" : `Show ${formatCount(moreCount)} more`}
        </button>
      )}
      {facet?.has_more && (isWhole || moreCount === 0) && (
        <p className="px-1 text-label text-muted">Rarer and very long values are not listed; type to find them.</p>
      )}
    </div>
  );
}

interface FacetValueProps {
  path: string;
  one: CountedValue;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

function FacetValue({ path, one, isTicked, onTick }: FacetValueProps) {
  const id = useId();
  const { value, count, errors, slow = 0 } = one;
  const status = path === "overview.status" ? CALL_STATUSES.find((each) => each === value) : undefined;
  return (
    <div className="flex h-7 items-center gap-2 rounded-control px-1 hover:bg-hover">
      <Checkbox id={id} checked={isTicked} onCheckedChange={(next) => onTick(next === true)} />
      <label htmlFor={id} className="flex min-w-0 flex-1 cursor-pointer items-center gap-2 self-stretch">
        {status ? <StatusIcon status={status} word /> : <ValueText path={path} value={value} />}
        <span className="ml-auto flex shrink-0 items-center gap-2 text-meta text-muted tabular-nums">
          {slow > 0 && (
            <span title={counted(slow, "slow call")} className="inline-flex items-center gap-0.5 text-warning">
              <Hourglass aria-hidden className="size-3" />
              {formatCount(slow)}
              <span className="sr-only"> slow, </span>
            </span>
          )}
          {errors > 0 && !status && (
            <span title={counted(errors, "error")} className="inline-flex items-center gap-0.5 text-error">
              <CircleX aria-hidden className="size-3" />
              {formatCount(errors)}
              <span className="sr-only"> {errors === 1 ? "error" : "errors"}, </span>
            </span>
          )}
          <span>
            {formatCount(count)}
            <span className="sr-only"> {count === 1 ? "call" : "calls"}</span>
          </span>
        </span>
      </label>
    </div>
  );
}

function ValueText({ path, value }: { path: string; value: string | undefined }) {
  if (value === undefined) return <span className="truncate text-muted">None</span>;
  if (value === "") return <span className="truncate text-muted">Empty text</span>;
  return (
    <bdi title={value} className="truncate">
      {path === "op_name" ? opName(value) : value}
    </bdi>
  );
}
