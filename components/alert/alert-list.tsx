"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/components/ui/shortcuts";
import { SplitPanel } from "@/components/ui/split-panel";
import { useAskedMetric } from "@/components/ui/use-asked-metric";
import { useNow } from "@/components/ui/use-now";
import { usePeekParam } from "@/components/ui/use-peek-param";
import type { Alert } from "@/lib/contract/alerts";
import { alertsPath, withSearch } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { alertsList } from "@/lib/queries/alerts";
import { useMay } from "@/lib/queries/use-may";

import { alertColumns } from "./columns";
import { MAY_NOT_ALERT } from "./may-not-alert";

const AlertDialog = dynamic(async () => (await import("./alert-dialog")).AlertDialog, { ssr: false });
const AlertPeek = dynamic(async () => (await import("./alert-peek")).AlertPeek, {
  ssr: false,
  loading: () => <TableSkeleton rows={4} label="Loading alert" />,
});

const noAlerts: readonly Alert[] = [];
const peekWidth = 480;

/** The alerts of a project with their states, updated live, and one of them with its history. */
export function AlertList({ projectId }: { projectId: string }) {
  const [peekedId, onPeek] = usePeekParam("alert");
  const { asked, clear } = useAskedMetric();
  const [wantsForm, setWantsForm] = useState(false);
  const now = useNow();
  const mayAlert = useMay(projectId, "member");
  const query = useQuery(alertsList(projectId));
  const rows = query.data ?? noAlerts;
  const list = useList(query, rows);
  const columns = useMemo(() => alertColumns(now), [now]);
  const table = useDataTable({ id: "alerts", columns, rows, rowId: ({ id }) => id });
  const peeked = rows.find(({ id }) => id === peekedId);
  useShortcuts("Alerts", [{ keys: "n", description: "New alert", run: () => mayAlert && setMaking(true) }]);

  const setMaking = (isMaking: boolean) => {
    setWantsForm(isMaking);
    if (!isMaking) clear();
  };
  const isMaking = wantsForm || (asked !== undefined && mayAlert);
  const firing = rows.filter(({ state }) => state === "firing").length;
  const make = (
    <Button
      variant="primary"
      icon={Plus}
      disabled={!mayAlert}
      title={mayAlert ? undefined : MAY_NOT_ALERT}
      onClick={() => setMaking(true)}
    >
      New alert
    </Button>
  );
  return (
    <section aria-labelledby="alerts" className="flex h-full min-h-0 flex-col">
      <h1 id="alerts" className="sr-only">
        Alerts
      </h1>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <p role="status" className="min-w-0 flex-1 text-meta text-muted">
            {counted(rows.length, "alert")}
            {firing > 0 && <span className="text-error">, {firing} firing</span>}
          </p>
          <ColumnsMenu table={table} />
          {make}
        </div>
      )}
      <SplitPanel
        id="alert-peek"
        label="Alert width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            table={table}
            label="Alerts"
            list={list}
            skeletonRows={4}
            rowHref={({ id }) => withSearch(alertsPath(projectId), { alert: id })}
            peek={{ id: peekedId, onChange: onPeek }}
            empty={
              <EmptyState
                icon={TriangleAlert}
                title="No alerts yet"
                description="An alert compares a metric, such as the error rate, cost or feedback of some calls, with a threshold or with the same time last week. When it fires, a webhook or Slack is notified."
              >
                {make}
              </EmptyState>
            }
          />
        }
        end={peeked && <AlertPeek alert={peeked} mayAlert={mayAlert} onClose={() => onPeek(null)} />}
      />
      {isMaking && (
        <AlertDialog
          projectId={projectId}
          start={asked}
          onClose={() => setMaking(false)}
          onSaved={({ id }) => onPeek(id)}
        />
      )}
    </section>
  );
}
