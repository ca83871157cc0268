"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryState } from "nuqs";
import { createParser } from "nuqs/server";
import { useMemo, useState } from "react";

import type { Sort } from "@/components/data-table/column";
import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { buttonClass } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { Project } from "@/lib/contract/projects";
import { projectPath } from "@/lib/format/address";
import { amountsDecimals } from "@/lib/format/money";
import { ownKey } from "@/lib/queries/keys";
import { projectsList } from "@/lib/queries/projects";

import { projectColumns } from "./columns";
import { NoProjects } from "./no-projects";
import { sortProjects } from "./sort-projects";
import { useProjectDays } from "./use-project-days";

const refreshMs = 2_000;
const noProjects: readonly Project[] = [];

const parseAsSort = createParser<Sort>({
  parse: (text) => {
    const [id = "", direction] = text.split(".");
    return direction === "asc" || direction === "desc" ? { id, direction } : null;
  },
  serialize: ({ id, direction }) => `${id}.${direction}`,
  eq: (a, b) => a.id === b.id && a.direction === b.direction,
}).withDefault({ id: "last", direction: "desc" });

interface ProjectListProps {
  /** The service's address. */
  serviceUrl: string;
  /** The project entered when signing in. */
  ownProjectId: string | undefined;
}

/** Every project the key may read; if there are none, how to create the first one. */
export function ProjectList({ serviceUrl, ownProjectId }: ProjectListProps) {
  const [sort, setSort] = useQueryState("sort", parseAsSort);
  const query = useQuery({ ...projectsList(), refetchInterval: refreshMs });
  const { data: projects } = query;
  const { data: own } = useQuery({ ...ownKey(), enabled: projects?.length === 0 && ownProjectId === undefined });
  const [wasEmpty, setWasEmpty] = useState(false);
  if (projects?.length === 0 && !wasEmpty) setWasEmpty(true);
  const days = useProjectDays(projects ?? noProjects);
  const rows = useMemo(() => sortProjects(days.rows, sort), [days.rows, sort]);
  const list = useList(query, rows);
  const costDecimals = amountsDecimals(rows.map(({ day }) => day?.total_cost));
  const columns = useMemo(
    () => projectColumns(days.areCounted ? costDecimals : undefined),
    [days.areCounted, costDecimals],
  );
  const table = useDataTable({
    id: "projects",
    columns,
    rows,
    rowId: (row) => row.project_id,
    sort,
    onSortChange: (next) => void setSort(next),
  });

  // The snippet, which may have a key that cannot be shown again, stays until the user leaves.
  if (projects && wasEmpty) {
    return <NoProjects baseUrl={serviceUrl} projectId={ownProjectId ?? own?.default_project} projects={projects} />;
  }
  return (
    <section aria-labelledby="projects" className="flex min-h-0 flex-1 flex-col">
      <h1 id="projects" className="px-4 pt-4 pb-3 text-title font-semibold">
        Projects
      </h1>
      {days.error && (
        <InlineBanner tone="warning" className="mx-4 mb-2">
          The last 24 hours could not be read: {days.error.message}
        </InlineBanner>
      )}
      <ListScreen
        table={table}
        label="Projects"
        list={list}
        skeletonRows={6}
        rowHref={(row) => projectPath(row.project_id)}
        empty={null}
        failure={
          isMissingEndpoint(list.error) && (
            <MissingExtension lacks="list projects" endpoint="projectsQuery" under="" isSection>
              {ownProjectId !== undefined && (
                <Link href={projectPath(ownProjectId)} className={buttonClass("primary")}>
                  Open {ownProjectId}
                </Link>
              )}
            </MissingExtension>
          )
        }
      />
    </section>
  );
}
