"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ALL_THREADS, type ThreadsView } from "@/lib/queries/threads";

import type { ChangeThreads } from "./use-threads-view";

const { sort: _sort, ...noConditions } = ALL_THREADS;

interface NoMatchProps {
  view: ThreadsView;
  onChange: ChangeThreads;
  /** What in the filter no call has. */
  children: ReactNode;
}

/** Explains why no thread is listed, and clears what excludes them. */
export function NoMatch({ view, onChange, children }: NoMatchProps) {
  const { q, from, to, range, minTurns } = view;
  const hasTime = from !== null || to !== null || range !== null;
  return (
    <EmptyState
      icon={SearchX}
      title="No threads match"
      description="A thread is listed if one of its calls meets all conditions of the filter and the time range."
    >
      {children}
      <div className="flex flex-wrap gap-2">
        {q !== "" && <Button onClick={() => onChange({ q: "" })}>Clear filter</Button>}
        {hasTime && <Button onClick={() => onChange({ from: null, to: null, range: null })}>Clear time range</Button>}
        {minTurns !== null && <Button onClick={() => onChange({ minTurns: null })}>Any length</Button>}
        <Button onClick={() => onChange(noConditions)}>Clear all</Button>
      </div>
    </EmptyState>
  );
}
