"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useEffect } from "react";

import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useRememberPage } from "@/components/ui/recent-pages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { versionName } from "@/lib/contract/version-name";
import { isNotFound } from "@/lib/client/api-error";
import { tablePath, tablesPath } from "@/lib/format/address";
import { shortenMiddle } from "@/lib/format/shorten";
import { datasetsOf, tableCount } from "@/lib/queries/tables";
import { useMay } from "@/lib/queries/use-may";

import { EditButton } from "./edit-button";
import { TableChanges } from "./table-changes";
import { TableCode } from "./table-code";
import { TableColumns } from "./table-columns";
import { TableHeader } from "./table-header";
import { ToExperiment } from "./to-experiment";
import { TableRows } from "./table-rows";
import { tableTabs, type TableTab } from "./table-params";
import { useTablePageState } from "./use-table-page-state";

const EditTab = dynamic(async () => (await import("../edit/edit-tab")).EditTab, {
  ssr: false,
  loading: () => <TableSkeleton rows={16} label="Loading the editor" />,
});

/** Drafts are only in the browser. */
const TableDrafts = dynamic(async () => (await import("../edit/table-drafts")).TableDrafts, { ssr: false });

const words: Record<TableTab, string> = { rows: "Rows", columns: "Columns", changes: "Changes", code: "Use in code" };
const tabs = tableTabs.map((value) => ({ value, label: words[value] }));

interface TablePageProps {
  projectId: string;
  digest: string;
  serviceUrl: string;
}

/** A stored table: its rows, profiles of its columns, and the differences from another table. */
export function TablePage({ projectId, digest, serviceUrl }: TablePageProps) {
  const [{ tab, edit }, setState] = useTablePageState();
  const params = { projectId, digest };
  const { data: count, error } = useQuery(tableCount(params));
  // A service that cannot return the name shows the table without one.
  const { data: datasets, isError: isNameless } = useQuery(datasetsOf(params));
  const [dataset] = datasets ?? [];
  const mayWrite = useMay(projectId, "member");
  const label = dataset
    ? `${dataset.object_id} ${versionName(dataset.version_index)}`
    : `Table ${shortenMiddle(digest, 12)}`;
  useEffect(() => {
    document.title = `${label} · Loupe`;
  }, [label]);
  useRememberPage(tablePath(projectId, digest), count === undefined ? undefined : label);
  useShortcuts(
    "Table",
    tabs.map(({ value, label: word }, index) => ({
      keys: String(index + 1),
      description: word,
      run: () => void setState({ tab: value }),
    })),
  );
  // A service without the count may still have the rows; otherwise the error is shown in their place.
  if (error && isNotFound(error))
    return (
      <EmptyState
        isPage
        title={`Table ${shortenMiddle(digest, 24)} not found`}
        description="It may have been deleted, or the link may be incomplete."
      >
        <Link href={tablesPath(projectId)} className={buttonClass()}>
          All tables
        </Link>
      </EmptyState>
    );
  return (
    <article aria-label={label} className="flex min-h-0 flex-1 flex-col">
      <TableHeader params={params} count={count} datasets={isNameless ? [] : datasets} />
      <Tabs
        label="Table sections"
        tabs={tabs}
        value={tab}
        onValueChange={(next) => void setState({ tab: next })}
        className="flex-1"
      >
        <TabPanel value="rows" className="flex flex-col overflow-hidden">
          {edit && dataset && mayWrite ? (
            <EditTab params={params} dataset={dataset} onClose={() => void setState({ edit: null })} />
          ) : (
            <>
              {dataset && mayWrite && <TableDrafts projectId={projectId} name={dataset.object_id} />}
              <TableRows
                params={params}
                name={dataset?.object_id ?? "table"}
                edit={
                  <>
                    <EditButton
                      isDataset={datasets ? dataset !== undefined : isNameless ? false : undefined}
                      mayWrite={mayWrite}
                      onEdit={() => void setState({ edit: true })}
                    />
                    {mayWrite && <ToExperiment params={params} dataset={dataset} />}
                  </>
                }
              />
            </>
          )}
        </TabPanel>
        <TabPanel value="columns" className="flex flex-col">
          <TableColumns params={params} />
        </TabPanel>
        <TabPanel value="changes" className="flex flex-col overflow-hidden">
          <TableChanges params={params} dataset={dataset} />
        </TabPanel>
        <TabPanel value="code">
          <TableCode params={params} dataset={dataset} serviceUrl={serviceUrl} />
        </TabPanel>
      </Tabs>
    </article>
  );
}
