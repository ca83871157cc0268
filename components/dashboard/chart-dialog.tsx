"use client";

import { useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import type { Chart } from "@/lib/contract/dashboards";
import type { MetricDraft } from "@/lib/filter/metric-draft";
import type { ReadDashboard } from "@/lib/queries/dashboards";

import { ChartForm } from "./chart-form";
import type { ChangeState } from "./use-change";

interface ChartDialogProps {
  projectId: string;
  dashboard: ReadDashboard;
  /** The place of the chart to change; a new one is added without. */
  place: number | undefined;
  /** The metric that a new one begins with. */
  start: Partial<MetricDraft> | undefined;
  change: ChangeState;
  onClose: () => void;
}

/** Adds or changes a chart. If somebody else changes the dashboard meanwhile, it stays open with what was typed. */
export function ChartDialog({ projectId, dashboard, place, start, change, onClose }: ChartDialogProps) {
  const { id, digest, value } = dashboard;
  // The chart as it was when the form opened; another version may have another one in its place.
  const [opened] = useState(() => (place === undefined ? undefined : value.charts[place]));
  const submit = async (chart: Chart) => {
    const at = opened ? placeOf(value.charts, opened) : undefined;
    const charts = at === undefined ? [...value.charts, chart] : value.charts.with(at, chart);
    await change.save({ ...value, charts }, at === undefined ? `Added ${chart.title}` : `Changed ${chart.title}`);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={opened ? `Edit ${opened.title}` : "New chart"}
      className="w-[min(640px,calc(100vw-32px))]"
    >
      <ChartForm
        // A metric that is asked for is a subject of its own: the draft of another new chart does not replace it.
        subject={`chart:${projectId}:${id}:${opened ? JSON.stringify(opened) : ["new", ...Object.values(start ?? {})].join(":")}`}
        chart={opened}
        start={start}
        digest={digest}
        busy={change.isPending}
        error={change.error}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Where a chart is in another version; undefined if it was changed or removed there, so that it is added. */
function placeOf(charts: readonly Chart[], chart: Chart): number | undefined {
  const text = JSON.stringify(chart);
  const place = charts.findIndex((one) => JSON.stringify(one) === text);
  return place < 0 ? undefined : place;
}
