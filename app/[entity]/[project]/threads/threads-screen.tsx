"use client";

import dynamic from "next/dynamic";

import { listFailure } from "@/components/call/list/list-failure";
import { type ThreadFilter, ThreadList } from "@/components/thread/list/thread-list";

// The list is there first; these take their places without moving it.
const FilterBox = dynamic(async () => (await import("@/components/call/list/filter/filter-box")).FilterBox, {
  ssr: false,
  loading: () => <div className="h-7 min-w-0 flex-1" />,
});
const FilterPanel = dynamic(async () => (await import("@/components/call/list/filter/filter-panel")).FilterPanel, {
  ssr: false,
});
const FilterChips = dynamic(async () => (await import("@/components/call/list/filter/filter-chips")).FilterChips, {
  ssr: false,
});
const UnknownPaths = dynamic(async () => (await import("@/components/call/list/unknown-paths")).UnknownPaths, {
  ssr: false,
  loading: () => null,
});

/** Composes the list of threads and the filter of calls. */
export function ThreadsScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const filterOf = ({ id, error, ...filter }: ThreadFilter) => ({
    box: <FilterBox id={id} projectId={projectId} {...filter} opensIds />,
    clauses: (
      <>
        <FilterPanel projectId={projectId} {...filter} />
        <FilterChips {...filter} />
      </>
    ),
    failure: listFailure({ error, projectId, onChange: filter.onChange }),
    unknown: <UnknownPaths projectId={projectId} q={filter.view.q} onChange={(q) => filter.onChange({ q })} />,
  });
  return <ThreadList projectId={projectId} serviceUrl={serviceUrl} filterOf={filterOf} />;
}
