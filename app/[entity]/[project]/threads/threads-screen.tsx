"use client";

import { FilterBox } from "@/components/call/list/filter/filter-box";
import { FilterChips } from "@/components/call/list/filter/filter-chips";
import { FilterPanel } from "@/components/call/list/filter/filter-panel";
import { listFailure } from "@/components/call/list/list-failure";
import { type ThreadFilter, ThreadList } from "@/components/thread/list/thread-list";

/** Composes the list of threads and the filter of calls. */
export function ThreadsScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const filterOf = ({ id, error, ...filter }: ThreadFilter) => ({
    box: <FilterBox id={id} projectId={projectId} {...filter} />,
    clauses: (
      <>
        <FilterPanel projectId={projectId} {...filter} />
        <FilterChips {...filter} />
      </>
    ),
    failure: listFailure({ error, projectId, onChange: filter.onChange }),
  });
  return <ThreadList projectId={projectId} serviceUrl={serviceUrl} filterOf={filterOf} />;
}
