"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ALL_THREADS, isLimited, type ThreadsView } from "@/lib/queries/threads";

import type { ChangeThreads } from "./use-threads-view";

const { sort: _sort, ...noConditions } = ALL_THREADS;
const { minTurns, maxTurns, minErrors, minCost } = ALL_THREADS;
const noLimits = { minTurns, maxTurns, minErrors, minCost };

interface NoMatchProps {
  view: ThreadsView;
  onChange: ChangeThreads;
  /** What in the filter no call has. */
  children: ReactNode;
}

/** Explains why no thread is listed, and clears what excludes them. */
export function NoMatch({ view, onChange, children }: NoMatchProps) {
  const { q, from, to, range } = view;
  const hasTime = from !== null || to !== null || range !== null;
  return (
    <EmptyState
      icon={SearchX}
      title="No threads match"
      description="A thread is listed if one of its calls matches the filter and the time range, and the thread as a whole is within the limits on turns, failed calls and cost."
    >
      {children}
      <div className="flex flex-wrap gap-2">
        {q !== "" && <Button onClick={() => onChange({ q: "" })}>Clear filter</Button>}
        {hasTime && <Button onClick={() => onChange({ from: null, to: null, range: null })}>Clear time range</Button>}
        {isLimited(view) && <Button onClick={() => onChange(noLimits)}>Any turns, failed calls and cost</Button>}
        <Button onClick={() => onChange(noConditions)}>Clear all</Button>
      </div>
    </EmptyState>
  );
}
