"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { usePeekParam } from "@/components/ui/use-peek-param";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { ALL_RECORDS, isFiltered } from "@/lib/filter/audit-view";
import { withSearch } from "@/lib/format/address";
import { auditList } from "@/lib/queries/audit";

import { AuditFilters, searchId } from "./audit-filters";
import { auditColumns } from "./columns";
import { ExportButton } from "./export-button";
import { NoLog } from "./no-log";
import { useAuditView } from "./use-audit-view";
import { useManagedProjects } from "./use-managed-projects";

const AuditPeek = dynamic(async () => (await import("./audit-peek")).AuditPeek, {
  ssr: false,
  loading: () => <TableSkeleton rows={4} label="Loading record" />,
});

const peekWidth = 440;
const columns = auditColumns();

interface AuditListProps {
  /** The patterns of the projects that the user administers. */
  managed: readonly string[];
  serviceName: string;
}

/** Changes and exports, newest first, and one of them with all of its fields. */
export function AuditList({ managed, serviceName }: AuditListProps) {
  const [chosen, change] = useAuditView();
  const [peekedId, onPeek] = usePeekParam("record");
  const projects = useManagedProjects(managed);
  // Who does not administer all projects reads one at a time.
  const project = chosen.project || (projects.isAll ? "" : (projects.ids[0] ?? ""));
  const view = useMemo(() => ({ ...chosen, project }), [chosen, project]);
  const query = useInfiniteQuery({ ...auditList(view), enabled: projects.isAll || project !== "" });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const records = useList(query, rows);
  // Without a project nothing is read.
  const { isReading, error, retry } = projects;
  const list = projects.isAll || project !== "" ? records : { ...records, isReading, error, retry };
  const table = useDataTable({ id: "audit", columns, rows, rowId: ({ id }) => id });
  const peeked = rows.find(({ id }) => id === peekedId);
  useShortcuts("Filter", [
    { keys: "/", description: "Search by person", run: () => document.getElementById(searchId)?.focus() },
  ]);
  if (isMissingEndpoint(list.error)) return <NoLog serviceName={serviceName} />;
  return (
    <section aria-labelledby="audit" className="flex min-h-0 flex-1 flex-col">
      <header className="px-4 pt-4 pb-2">
        <h1 id="audit" className="text-title font-semibold">
          Audit log
        </h1>
        <p className="text-muted">Every change and every export, newest first. Records cannot be changed.</p>
      </header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <AuditFilters view={view} projects={projects} onChange={change} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <ColumnsMenu table={table} />
          <ExportButton view={view} />
        </div>
      </div>
      <SplitPanel
        id="audit-peek"
        label="Record width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            table={table}
            label="Audit log"
            list={list}
            rowHref={({ id }) => withSearch("/settings/audit", { record: id })}
            peek={{ id: peekedId, onChange: onPeek, onPhone: true }}
            empty={
              isFiltered({ ...chosen, project: projects.isAll ? chosen.project : "" }) ? (
                <EmptyState title="No record matches" description="No change or export matches the filters above.">
                  <Button onClick={() => change(ALL_RECORDS)}>Show all records</Button>
                </EmptyState>
              ) : (
                <EmptyState title="No records yet" description="Changes and exports appear here as they are made." />
              )
            }
          />
        }
        end={peeked && <AuditPeek record={peeked} onClose={() => onPeek(null)} />}
      />
    </section>
  );
}
