"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ChartColumn, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useAskedMetric } from "@/components/ui/use-asked-metric";
import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { DASHBOARD_CHARTS } from "@/lib/contract/limits";
import { dashboardPath, dashboardsPath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import {
  type Dashboard,
  dashboardBody,
  dashboardsList,
  deleteDashboard,
  nameOf,
  type ReadDashboard,
} from "@/lib/queries/dashboards";
import { useMay } from "@/lib/queries/use-may";

import { dashboardColumns } from "./columns";
import { MAY_NOT_CHANGE } from "./may-not-change";

const NewDashboardDialog = dynamic(async () => (await import("./new-dashboard-dialog")).NewDashboardDialog, {
  ssr: false,
});

const AddChartDialog = dynamic(async () => (await import("./add-chart-dialog")).AddChartDialog, { ssr: false });

const noDashboards: readonly Dashboard[] = [];

/** The dashboards of a project; the address may ask for a chart to be added to one of them. */
export function DashboardList({ projectId }: { projectId: string }) {
  const [wantsNew, setMaking] = useState(false);
  const [hadNone, setHadNone] = useState(false);
  const { asked, search, clear } = useAskedMetric();
  const mayChange = useMay(projectId, "member");
  const remove = useDelete(projectId);
  const query = useQuery(dashboardsList(projectId));
  const rows = query.data ?? noDashboards;
  const list = useList(query, rows);
  const columns = useMemo(() => dashboardColumns(mayChange ? remove : undefined), [mayChange, remove]);
  const table = useDataTable({ id: "dashboards", columns, rows, rowId: ({ id }) => id });
  const open = rows.filter(hasRoom);
  const isAdding = asked !== undefined && mayChange && query.data !== undefined;
  // The form of the first dashboard stays until that is open.
  if (isAdding && open.length === 0 && !hadNone) setHadNone(true);
  const isMaking = wantsNew || (isAdding && hadNone);
  const close = () => {
    setMaking(false);
    clear();
  };
  useShortcuts("Dashboards", [{ keys: "n", description: "New dashboard", run: () => mayChange && setMaking(true) }]);
  if (isMissingEndpoint(query.error))
    return <MissingExtension lacks="list dashboards" endpoint="objsQuery" under={dashboardsPath(projectId)} />;
  const make = (
    <Button
      variant="primary"
      icon={Plus}
      disabled={!mayChange}
      title={mayChange ? undefined : MAY_NOT_CHANGE}
      onClick={() => setMaking(true)}
    >
      New dashboard
    </Button>
  );
  return (
    <section aria-labelledby="dashboards" className="flex h-full min-h-0 flex-col">
      <h1 id="dashboards" className="sr-only">
        Dashboards
      </h1>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <p role="status" className="min-w-0 flex-1 text-meta text-muted">
            {counted(rows.length, "dashboard")}
          </p>
          {make}
        </div>
      )}
      <ListScreen
        table={table}
        label="Dashboards"
        list={list}
        skeletonRows={4}
        rowHref={({ id }) => dashboardPath(projectId, id)}
        empty={
          <EmptyState
            icon={ChartColumn}
            title="No dashboards yet"
            description="A dashboard is a page of charts for everyone in the project. Begin with a template, such as Cost or Latency, or with an empty page."
          >
            {make}
          </EmptyState>
        }
      />
      {isMaking && <NewDashboardDialog projectId={projectId} search={search} onClose={close} />}
      {isAdding && !isMaking && (
        <AddChartDialog
          projectId={projectId}
          dashboards={open}
          search={search}
          onNew={() => setMaking(true)}
          onClose={close}
        />
      )}
    </section>
  );
}

function hasRoom(dashboard: Dashboard): dashboard is ReadDashboard {
  return dashboard.value !== undefined && dashboard.value.charts.length < DASHBOARD_CHARTS;
}

function useDelete(projectId: string) {
  const { mutateAsync } = useMutation(deleteDashboard(projectId));
  return useCallback(
    (dashboard: Dashboard) => {
      const { id, value } = dashboard;
      if (!value) return;
      const offer = () =>
        offerUndo({
          id: `dashboard ${id}`,
          title: `Deleted ${nameOf(dashboard)}`,
          requests: [undoWith("objCreate", dashboardBody(projectId, id, value))],
          refreshes: ["dashboards"],
        });
      afterChange(mutateAsync(dashboard), "Could not delete the dashboard", offer);
    },
    [mutateAsync, projectId],
  );
}
