"use client";

import { X } from "lucide-react";

import { Button } from "@/components/ui/button";
import type { CallsView } from "@/lib/filter/calls-view";

import { clauses, noFilters } from "./filters";

/** The clauses of the filter, each with a button that removes it. */
export function FilterChips({ view, onChange }: { view: CallsView; onChange: (change: Partial<CallsView>) => void }) {
  const all = clauses(view);
  if (all.length === 0) return undefined;
  return (
    <>
      <ul aria-label="Filters" className="contents">
        {all.map((clause, index) => (
          <li
            key={`${index} ${clause.value}`}
            className="inline-flex h-6 max-w-full min-w-0 items-center rounded-control bg-accent-soft pl-2 text-meta text-accent-ink sm:max-w-80"
          >
            <span className="truncate">
              {clause.name && `${clause.name}: `}
              <bdi className="font-medium">{clause.value}</bdi>
            </span>
            <button
              type="button"
              aria-label={`Remove ${clause.name && `${clause.name}: `}${clause.value}`}
              onClick={() => onChange(clause.without)}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-control hover:text-ink"
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="small" onClick={() => onChange(noFilters)}>
        Clear all
      </Button>
    </>
  );
}
