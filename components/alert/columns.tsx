import type { DataColumns } from "@/components/data-table/column";
import { RelativeTime } from "@/components/ui/timestamp";
import { conditionText, metricText, valueText } from "@/lib/format/alert-words";
import type { Alert } from "@/lib/contract/alerts";

import { AlertState, MutedMark } from "./alert-state";
import { windowWords } from "./windows";

/** The columns of the list of alerts. `now` in milliseconds since 1970. */
export function alertColumns(now: number): DataColumns<Alert> {
  return [
    {
      id: "state",
      header: "State",
      cell: ({ state, stopped_for: reason }) => <AlertState state={reason === undefined ? state : "stopped"} />,
      size: 130,
      meta: { phone: { line: 2 } },
    },
    {
      id: "name",
      header: "Alert",
      cell: (alert) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="truncate" title={alert.name}>
            {alert.name}
          </bdi>
          {isMuted(alert, now) && <MutedMark title="Muted" />}
        </span>
      ),
      size: 220,
      enableHiding: false,
      meta: { primary: true, phone: { line: 1, grow: true } },
    },
    {
      id: "value",
      header: "Value",
      cell: ({ metric, value }) => (value === undefined ? undefined : valueText(metric, value)),
      size: 100,
      meta: { align: "end", phone: { line: 2 } },
    },
    {
      id: "condition",
      header: "Fires if",
      cell: ({ metric, condition }) => {
        const words = `${metricText(metric)} ${conditionText(metric, condition)}`;
        return <bdi title={words}>{words}</bdi>;
      },
      size: 320,
      meta: { grow: true, phone: { line: 2, grow: true } },
    },
    {
      id: "window",
      header: "Window",
      cell: ({ window_seconds: seconds }) => windowWords(seconds),
      size: 90,
      meta: { align: "end" },
    },
    {
      id: "since",
      header: "Since",
      cell: ({ state_since: since }) => (since === undefined ? undefined : <RelativeTime at={since} />),
      size: 100,
    },
    {
      id: "by",
      header: "By",
      cell: (row) => <bdi title={row.created_by}>{row.created_by}</bdi>,
      size: 110,
      meta: { raised: true },
    },
  ];
}

export function isMuted({ muted_until: until }: Pick<Alert, "muted_until">, now: number): boolean {
  return until !== undefined && Date.parse(until) > now;
}
