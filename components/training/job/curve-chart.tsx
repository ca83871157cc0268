"use client";

import { useMemo } from "react";

import { Chart } from "@/components/charts/chart";
import type { ChartData, ChartSeries } from "@/components/charts/chart-data";
import { counted, formatCount } from "@/lib/format/number";
import type { Curve } from "@/lib/training/curves";
import { downsample } from "@/lib/training/downsample";
import { numberText } from "@/lib/format/number-text";
import { smooth } from "@/lib/training/smooth";

interface CurveChartProps {
  curve: Curve;
  /** The range of the steps axis, the same for all curves of a job. */
  from: number;
  to: number;
  /** Weight of previous values, 0 to 1; 0 draws only the values. */
  smoothing: number;
  /** Pixels, including the axis. */
  height: number;
}

/**
 * Number of horizontal pixels that are distinguished: with more than four points each, only their extremes are drawn.
 */
const COLUMNS = 600;

/** One metric over the steps of a job. */
export function CurveChart({ curve, from, to, smoothing, height }: CurveChartProps) {
  const { data, last, gaps } = useMemo(() => {
    const raw = downsample({ xs: curve.steps, ys: curve.values }, COLUMNS);
    const own: ChartSeries = { label: "value", values: raw.ys, color: "var(--category-1)", look: "line" };
    const series: ChartSeries[] = smoothing > 0 ? withSmoothed(curve, raw.xs, own, smoothing) : [own];
    const found: ChartData = { starts: raw.xs, end: to, series, points: { word: "Step", from } };
    return {
      data: found,
      last: curve.values.findLast((value) => value !== null),
      gaps: curve.values.filter((value) => value === null).length,
    };
  }, [curve, from, to, smoothing]);
  return (
    <Chart
      label={curve.name}
      data={data}
      x="number"
      formatX={formatCount}
      format={numberText}
      height={height}
      sync="training-curves"
      summary={
        <span className="flex min-w-0 items-center gap-2 truncate tabular-nums">
          <span className="text-ink">{typeof last === "number" && numberText(last)}</span>
          {gaps > 0 && (
            <span title="The runner reported NaN, infinity or null" className="text-warning">
              {counted(gaps, "step")} without a number
            </span>
          )}
        </span>
      }
    />
  );
}

/**
 * The values in gray, and their average above; the average is computed from all values, and drawn at those that are
 * drawn.
 */
function withSmoothed(curve: Curve, drawn: readonly number[], own: ChartSeries, weight: number): ChartSeries[] {
  const averages = smooth(curve.values, weight);
  const byStep = new Map(curve.steps.map((step, index) => [step, averages[index] ?? null]));
  const smoothed = drawn.map((step) => byStep.get(step) ?? null);
  return [
    { label: "smoothed", values: smoothed, color: own.color, look: "line" },
    { ...own, color: "var(--line-strong)" },
  ];
}
