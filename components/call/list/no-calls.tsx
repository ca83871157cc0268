"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { projectPath } from "@/lib/format/address";
import { callsWatermark } from "@/lib/queries/calls";
import type { CallsView } from "@/lib/queries/calls-filter";

import { allFilters } from "./filters";
import { noFilters } from "./use-calls-view";

interface NoCallsProps {
  projectId: string;
  view: CallsView;
  onChange: (change: Partial<CallsView>) => void;
}

/** Says why nothing is listed and offers the way out: sending a trace, or dropping what filters them all. */
export function NoCalls({ projectId, view, onChange }: NoCallsProps) {
  const filters = allFilters(view, useTimeZone());
  const { data: watermark } = useQuery(callsWatermark(projectId));
  if (!watermark) return undefined;
  if (watermark.isEmpty) {
    return (
      <EmptyState title="No calls yet" description="Calls show up here within seconds of being sent.">
        <Link href={projectPath(projectId)} className={buttonClass("primary")}>
          Send a first trace
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No call matches"
      description={filters.length === 1 ? "One filter hides all of them." : "Together these filters hide all of them."}
    >
      <ul className="flex flex-wrap gap-2">
        {filters.map(({ name, value, without }) => (
          <li key={`${name}:${value}`} className="max-w-full min-w-0">
            <Button onClick={() => onChange(without)} className="max-w-full shrink">
              <span className="truncate">
                Drop {name}: <bdi>{value}</bdi>
              </span>
            </Button>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <Button variant="ghost" onClick={() => onChange({ ...noFilters, roots: false })}>
              Drop all
            </Button>
          </li>
        )}
      </ul>
    </EmptyState>
  );
}
