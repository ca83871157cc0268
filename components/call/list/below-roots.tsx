"use client";

import { useQueries } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { counted } from "@/lib/format/number";
import { callsCount } from "@/lib/queries/calls";
import type { CallsView } from "@/lib/filter/calls-view";

import { filtersBelow } from "./filter/filters";

interface BelowRootsProps {
  projectId: string;
  /** A view that lists no calls. */
  view: CallsView;
  onChange: (q: string) => void;
}

/** Filters that find traces by the calls below their root, if no root meets the conditions. */
export function BelowRoots({ projectId, view, onChange }: BelowRootsProps) {
  const filters = filtersBelow(view);
  const found = useQueries({
    queries: filters.map(({ q }) => callsCount({ projectId, view: { ...view, q } })),
    combine: (results) =>
      filters.flatMap((filter, index) => {
        const { data: count = 0, isPlaceholderData = false } = results[index] ?? {};
        return count > 0 && !isPlaceholderData ? [{ ...filter, count }] : [];
      }),
  });
  if (found.length === 0) return undefined;
  return (
    <div className="grid gap-2">
      <p>Calls below a root call match. To find their traces:</p>
      <ul className="grid gap-2">
        {found.map(({ below, q, count }) => (
          <li key={below} className="flex min-w-0 items-center gap-3">
            <Button onClick={() => onChange(q)} className="max-w-full min-w-0 shrink">
              <span className="truncate">
                Use <bdi>{below}</bdi>
              </span>
            </Button>
            <span className="shrink-0 text-meta text-muted">{counted(count, "trace")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
