"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { SortMenu } from "@/components/data-table/sort-menu";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { useLabelled } from "@/components/pickers/use-labelled";
import { MissingExtension } from "@/components/ui/missing-extension";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { useShortcuts } from "@/components/ui/shortcuts";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { ObjectKind, ObjectVersion } from "@/lib/contract/objects";
import { objectPath, objectsPath } from "@/lib/format/address";
import { formatCount } from "@/lib/format/number";
import { NO_CLASS, objectsList, objectsStats } from "@/lib/queries/objects";

import { objectColumns } from "./columns";
import { NewObject } from "./new-object";
import { NoObjects } from "./no-objects";
import { objectSortKey } from "./objects-params";
import { useObjectsView } from "./use-objects-view";

const searchId = "search-objects";
const noPages: readonly (readonly ObjectVersion[])[] = [];

interface ObjectListProps {
  projectId: string;
  kind: ObjectKind;
  /** The service's address, for the snippet of an empty list. */
  serviceUrl: string;
}

/** Objects, or ops, by name: the newest version of each. */
export function ObjectList({ projectId, kind, serviceUrl }: ObjectListProps) {
  const [view, change] = useObjectsView();
  const params = useMemo(() => ({ projectId, kind, view }), [projectId, kind, view]);
  const query = useInfiniteQuery(objectsList(params));
  const { data: stats, isPlaceholderData: areOldStats } = useQuery(objectsStats(params));
  const pages = useMemo(() => query.data?.pages.map((page) => page.rows) ?? noPages, [query.data]);
  const rows = useLabelled(projectId, pages, kind === "object");
  const list = useList(query, rows);
  const table = useDataTable({
    id: `${kind}s`,
    columns: objectColumns,
    rows,
    rowId: (row) => row.object_id,
    sort: { id: view.sort.by, direction: view.sort.direction },
    onSortChange: ({ id, direction }) => {
      const by = objectSortKey(id);
      if (by) change({ sort: { by, direction } });
    },
  });
  const search = useCallback((q: string) => change({ q }), [change]);
  useShortcuts(nounOf(kind, 2), [
    { keys: "/", description: "Search", run: () => document.getElementById(searchId)?.focus() },
  ]);

  if (isMissingEndpoint(list.error))
    return (
      <MissingExtension
        lacks={kind === "op" ? "list ops" : "list objects"}
        endpoint="objsQuery"
        under={objectsPath(projectId, kind)}
      />
    );
  const classes = [
    { value: "", label: "All classes" },
    ...(stats?.classes ?? []).map(({ base_object_class: name = NO_CLASS, count }) => ({
      value: name,
      label: `${name === NO_CLASS ? "No class" : name} (${formatCount(count)})`,
    })),
  ];
  const count = countOf(stats, view.objectClass);
  return (
    <section aria-label={nounOf(kind, 2)} className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{nounOf(kind, 2)}</h1>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 pt-3 pb-2">
        <SearchBox
          id={searchId}
          label="Search names and values"
          text={view.q}
          onSearch={search}
          className="min-w-48 flex-1"
        />
        {(classes.length > 2 || view.objectClass !== "") && (
          <Select
            aria-label="Class"
            options={classes.some(({ value }) => value === view.objectClass) ? classes : [...classes, chosen(view)]}
            value={view.objectClass}
            onValueChange={(objectClass) => change({ objectClass })}
            className="max-w-56"
          />
        )}
        <ColumnsMenu table={table} />
        <SortMenu table={table} />
        {kind === "object" && <NewObject projectId={projectId} />}
        <p role="status" aria-busy={areOldStats} className="ml-auto text-meta text-muted aria-busy:opacity-50">
          {count !== undefined && (
            <>
              <span className="font-medium text-ink">{formatCount(count)}</span> {nounOf(kind, count).toLowerCase()}
            </>
          )}
        </p>
      </div>
      <ListScreen
        table={table}
        label={nounOf(kind, 2)}
        list={list}
        rowHref={(row) => objectPath(projectId, { kind, name: row.object_id, digest: "latest" })}
        empty={<NoObjects projectId={projectId} kind={kind} serviceUrl={serviceUrl} view={view} onChange={change} />}
      />
    </section>
  );
}

/** The word for the listed items. */
function nounOf(kind: ObjectKind, count: number): string {
  const noun = kind === "op" ? "Op" : "Object";
  return count === 1 ? noun : `${noun}s`;
}

function chosen({ objectClass }: { objectClass: string }) {
  return { value: objectClass, label: objectClass };
}

function countOf(
  stats: { count: number; classes: { base_object_class?: string; count: number }[] } | undefined,
  objectClass: string,
): number | undefined {
  if (!stats || objectClass === "") return stats?.count;
  return stats.classes.find(({ base_object_class: name = NO_CLASS }) => name === objectClass)?.count ?? 0;
}
