"use client";

import { ArrowLeft, ArrowRight, Columns3, Ellipsis, ListTree, Pencil, Trash2, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";

import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { type Chart, CHART_COLUMNS } from "@/lib/contract/dashboards";
import { failuresPath } from "@/lib/filter/failing-traces";
import type { TimeSpan } from "@/lib/filter/time-span";
import { callsPath, newAlertPath, withSearch } from "@/lib/format/address";
import { counted } from "@/lib/format/number";

export interface ChartActions {
  onEdit: () => void;
  onRemove: () => void;
  onWidth: (width: number) => void;
  /** Undefined for the first chart. */
  onEarlier: (() => void) | undefined;
  /** Undefined for the last chart. */
  onLater: (() => void) | undefined;
}

interface ChartMenuProps {
  projectId: string;
  chart: Chart;
  period: TimeSpan;
  /** Undefined if the dashboard is read-only. */
  actions: ChartActions | undefined;
}

const widths = Array.from({ length: CHART_COLUMNS }, (_, place) => place + 1);

/** What can be done with a chart. */
export function ChartMenu({ projectId, chart, period, actions }: ChartMenuProps) {
  const router = useRouter();
  const { title, metric, filter } = chart;
  return (
    <DropdownMenu trigger={<IconButton icon={Ellipsis} size="small" label={`Actions of ${title}`} />}>
      <MenuItem icon={ListTree} onSelect={() => router.push(callsOf(projectId, chart, period))}>
        Show calls
      </MenuItem>
      <MenuItem icon={TriangleAlert} onSelect={() => router.push(newAlertPath(projectId, metric, filter))}>
        Alert on this
      </MenuItem>
      {actions && (
        <>
          <MenuItem icon={Pencil} onSelect={actions.onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={ArrowLeft} disabled={!actions.onEarlier} onSelect={() => actions.onEarlier?.()}>
            Move earlier
          </MenuItem>
          <MenuItem icon={ArrowRight} disabled={!actions.onLater} onSelect={() => actions.onLater?.()}>
            Move later
          </MenuItem>
          {widths.map((width) => (
            <MenuItem
              key={width}
              icon={Columns3}
              disabled={width === chart.width}
              onSelect={() => actions.onWidth(width)}
            >
              {counted(width, "column")} wide
            </MenuItem>
          ))}
          <MenuItem icon={Trash2} danger onSelect={actions.onRemove}>
            Remove
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

/** The list of the chart's calls. Feedback is counted when it is given, so the calls may have started at any time. */
function callsOf(projectId: string, { metric, filter }: Chart, { range, from, to }: TimeSpan): string {
  const when = metric.measure.startsWith("feedback_")
    ? {}
    : { range: range ?? undefined, from: from ?? undefined, to: to ?? undefined };
  if (metric.measure === "failed_traces") return failuresPath(projectId, "failed", { q: filter, range, from, to });
  if (metric.measure === "failing_traces") return failuresPath(projectId, "failing", { q: filter, range, from, to });
  return withSearch(callsPath(projectId), { q: filter || undefined, ...when, roots: "false" });
}
