"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { ListTree, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { projectPath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { callsCount, callsWatermark } from "@/lib/queries/calls";
import { idPlaces } from "@/lib/queries/ids";
import type { CallsView } from "@/lib/filter/calls-view";

import { allNarrowings, noFilters, searchedText } from "./filter/filters";

const UnknownPaths = dynamic(() => import("./unknown-paths").then((module) => module.UnknownPaths), {
  ssr: false,
  loading: () => null,
});

const BelowRoots = dynamic(async () => (await import("./below-roots")).BelowRoots, { ssr: false });

/** Conditions without which the calls are counted, each by a request. */
const MOST_COUNTED = 10;

interface NoCallsProps {
  projectId: string;
  view: CallsView;
  onChange: (change: Partial<CallsView>) => void;
}

/** Explains why nothing is listed and offers a way out: sending a trace, or removing the filter that hides calls. */
export function NoCalls({ projectId, view, onChange }: NoCallsProps) {
  const { data: watermark } = useQuery(callsWatermark(projectId));
  const everything = { name: "", value: "all", without: { ...noFilters, roots: false } };
  const single = allNarrowings(view, useTimeZone()).slice(0, MOST_COUNTED);
  const filters = single.length > 1 ? [...single, everything] : single;
  const counts = useQueries({
    queries: filters.map(({ without }) => callsCount({ projectId, view: { ...view, ...without } })),
    combine: (results) => results.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data)),
  });
  const { data: places } = useQuery(idPlaces(projectId, searchedText(view.q)));
  if (!watermark) return undefined;
  if (watermark.isEmpty) {
    return (
      <EmptyState icon={ListTree} title="No traces yet" description="New traces appear here within two seconds.">
        <Link href={projectPath(projectId)} className={buttonClass("primary")}>
          Send your first trace
        </Link>
      </EmptyState>
    );
  }
  const hiding = single.filter((_, index) => (counts[index] ?? 0) > 0);
  const [onlyFilter] = hiding.length === 1 ? hiding : [];
  return (
    <EmptyState
      icon={SearchX}
      title="No calls match"
      description={
        onlyFilter ? (
          <>
            Clear the filter{" "}
            <strong className="font-medium">
              {onlyFilter.name && `${onlyFilter.name}: `}
              <bdi>{onlyFilter.value}</bdi>
            </strong>{" "}
            to see calls.
          </>
        ) : (
          "Clear a filter to see more calls."
        )
      }
    >
      {places?.map(({ href, label }) => (
        <Link key={href} href={href} className={buttonClass("primary")}>
          <span className="truncate">{label}</span>
        </Link>
      ))}
      <UnknownPaths projectId={projectId} q={view.q} onChange={(q) => onChange({ q })} />
      <BelowRoots projectId={projectId} view={view} onChange={(q) => onChange({ q })} />
      <ul className="grid gap-2">
        {filters.map((filter, index) => (
          <li key={`${filter.name}:${filter.value}`} className="flex min-w-0 items-center gap-3">
            <Button onClick={() => onChange(filter.without)} className="max-w-full min-w-0 shrink">
              <span className="truncate">
                Clear {filter.name && `${filter.name}: `}
                <bdi>{filter.value}</bdi>
              </span>
            </Button>
            <span className="shrink-0 text-meta text-muted">{found(counts[index])}</span>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

function found(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  return counted(count, "call");
}
