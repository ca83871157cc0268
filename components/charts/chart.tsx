"use client";

import { Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type KeyboardEvent, type ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { formatCount } from "@/lib/format/number";

import { bucketTime } from "./axis-time";
import { bucketsBetween, bucketWords, type ChartData, cutOff, endOf } from "./chart-data";
import { ChartTable } from "./chart-table";
import { ChartTip } from "./chart-tip";

const Plot = dynamic(async () => (await import("./plot")).Plot, {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

interface ChartProps {
  /** Its title, shown above it. */
  label: string;
  /** Its accessible name, if that is not its title. */
  name?: string;
  data: ChartData;
  format: (value: number) => string;
  /** Formats all ticks of y together; by default each with `format`. */
  formatTicks?: (ticks: readonly number[]) => string[];
  ySteps?: readonly number[];
  /** Formats the numbers of the table, which are aligned in columns; defaults to `format`. */
  formatColumn?: (values: readonly number[]) => (value: number) => string;
  /** The type of x: instants in milliseconds since 1970, or plain numbers formatted by `formatX`. */
  x?: "time" | "number";
  formatX?: (value: number) => string;
  /** Pixels, including the axis. */
  height?: number;
  /** Charts of the same name share their cursor. */
  sync?: string;
  /** Called with the range of the whole buckets that were dragged over or selected by keyboard. */
  onZoom?: (from: number, to: number) => void;
  /** Shown next to the label: a total, a legend. */
  summary?: ReactNode;
  /** Whether several lines are named next to the label; true when absent. */
  hasLegend?: boolean;
  /** Links, shown at the end of the title as long as the chart is hovered or has the focus. */
  actions?: ReactNode;
  className?: string;
}

/**
 * A chart over buckets: stacked bars and lines. Hovering shows a bucket and dragging selects a range; arrow keys, Shift
 * and Enter do the same; a table has the same numbers.
 */
export function Chart({
  label,
  name = label,
  data,
  format,
  formatTicks,
  ySteps,
  formatColumn,
  x = "time",
  formatX = String,
  height = 96,
  sync,
  onZoom,
  summary,
  hasLegend = true,
  actions,
  className,
}: ChartProps) {
  const zone = useTimeZone();
  const [pointed, setPointed] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const count = data.starts.length;
  const index = pointed === undefined ? undefined : Math.min(pointed, count - 1);
  const xWords = (from: number, to: number) => {
    if (data.points) return `${data.points.word} ${formatX(from)}`;
    return x === "time" ? bucketTime(from, to, zone) : `${formatX(from)} to ${formatX(to)}`;
  };
  const wordsAt = (at: number) => xWords(data.starts[at] ?? 0, endOf(data, at));
  const zoom = (a: number, b: number) => {
    const range = bucketsBetween(data, a, b);
    if (range) onZoom?.(range.from, range.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = index ?? count;
    const to = { ArrowLeft: from - 1, ArrowRight: (index ?? -1) + 1, Home: 0, End: count - 1 }[event.key];
    if (to !== undefined) {
      setAnchor(event.shiftKey ? (anchor ?? index ?? to) : undefined);
      setPointed(Math.max(0, Math.min(to, count - 1)));
    } else if (event.key === "Enter" && onZoom && index !== undefined)
      zoom(data.starts[anchor ?? index] ?? 0, data.starts[index] ?? 0);
    else if (event.key === "Escape" && anchor !== undefined) setAnchor(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = index === undefined || index < 0 ? undefined : `${wordsAt(index)}: ${bucketWords(data, index, format)}`;
  const selected = anchor !== undefined && anchor !== index ? `, from ${wordsAt(anchor)}` : "";
  return (
    <figure className={cn("group min-w-0", className)}>
      <figcaption className="flex h-6 items-center gap-2 text-meta text-muted">
        <span className="shrink-0 font-medium whitespace-nowrap text-ink">{label}</span>
        {summary}
        {hasLegend && <LineLegend series={data.series} />}
        <CutOff data={data} format={format} />
        <span className="ml-auto flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100">
          {actions}
          <Popover
            label={`Show as table: ${name}`}
            align="end"
            className="max-h-80 p-1"
            trigger={<IconButton icon={Table2} label={`Show as table: ${name}`} size="small" />}
          >
            <ChartTable label={name} data={data} xWords={xWords} format={formatColumn?.(valuesOf(data)) ?? format} />
          </Popover>
        </span>
      </figcaption>
      <div
        role="slider"
        aria-label={`${name}: select a ${data.points?.word.toLowerCase() ?? "time interval"}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, count - 1)}
        aria-valuenow={Math.max(0, index ?? 0)}
        aria-valuetext={words ? words + selected : "None selected"}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setAnchor(undefined);
          setPointed(undefined);
        }}
        style={{ height }}
        className="relative rounded-control focus-visible:outline-offset-2"
      >
        <Plot
          data={data}
          height={height}
          x={x}
          format={format}
          formatTicks={formatTicks}
          ySteps={ySteps}
          formatX={formatX}
          sync={sync}
          index={index}
          onPoint={setPointed}
          onSelect={onZoom && zoom}
        />
        {index !== undefined && index >= 0 && (
          <ChartTip data={data} index={index} title={wordsAt(index)} format={format} />
        )}
      </div>
    </figure>
  );
}

/** Notes that some values are above the maximum of y, and in how many buckets. */
function CutOff({ data, format }: { data: ChartData; format: (value: number) => string }) {
  const { length } = cutOff(data);
  if (length === 0 || data.ceiling === undefined) return undefined;
  const end = format(data.ceiling);
  return (
    <span
      title={`The axis ends at ${end} so that outliers do not flatten the chart. Hover over an arrow to see its value.`}
      className="min-w-0 truncate text-label"
    >
      ▲ {formatCount(length)} above {end}
    </span>
  );
}

function valuesOf({ series }: ChartData): number[] {
  return series.flatMap(({ values }) => values.filter((value) => value !== null));
}

/** Legend of several lines; the tooltip distinguishes bars. */
function LineLegend({ series }: { series: ChartData["series"] }) {
  const lines = series.filter(({ look }) => look === "line");
  if (lines.length < 2) return undefined;
  return lines.map(({ label, color }) => (
    <span key={label} className="inline-flex min-w-0 items-center gap-1 text-label" title={label}>
      <span aria-hidden style={{ background: color }} className="h-0.5 w-3 shrink-0 rounded-full" />
      <bdi className="truncate">{label}</bdi>
    </span>
  ));
}
