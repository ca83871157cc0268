"use client";

import "uplot/dist/uPlot.min.css";
import "./plot.css";

import { useTheme } from "next-themes";
import { useEffect, useRef } from "react";
import UPlot from "uplot";

import { useTimeZone } from "@/components/ui/use-time-zone";

import { type ChartData, stackBars } from "./chart-data";
import { plotOptions, type PlotLook } from "./plot-options";

export interface PlotProps extends PlotLook {
  data: ChartData;
  /** The current bucket, by pointer or keyboard. */
  index: number | undefined;
  onPoint: (index: number | undefined) => void;
  onSelect?: (a: number, b: number) => void;
}

/** The canvas of a chart; a table has the same content as text. */
export function Plot({ data, index, onPoint, onSelect, ...look }: PlotProps) {
  const zone = useTimeZone();
  const { resolvedTheme } = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const latest = useRef({ data, look, onPoint, onSelect });
  useEffect(() => {
    latest.current = { data, look, onPoint, onSelect };
  });

  const shape = JSON.stringify([data.series.map(({ label, color, look: of }) => [label, color, of]), look.height]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = new UPlot(
      plotOptions({
        element,
        zone,
        look: () => latest.current.look,
        data: () => latest.current.data,
        onPoint: (at) => latest.current.onPoint(at),
        onSelect: (a, b) => latest.current.onSelect?.(a, b),
      }),
      valuesOf(latest.current.data),
      element,
    );
    plot.current = made;
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width > 0 && width !== made.width) made.setSize({ width, height: latest.current.look.height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, zone, resolvedTheme]);

  useEffect(() => plot.current?.setData(valuesOf(data)), [data]);

  useEffect(() => {
    const start = index === undefined ? undefined : data.starts[index];
    const made = plot.current;
    if (!made || start === undefined || made.cursor.idx === index) return;
    made.setCursor({ left: made.valToPos(start, "x"), top: made.over.clientHeight / 2 }, false);
  }, [index, data]);

  return <div ref={box} style={{ height: look.height }} className="w-full min-w-0 overflow-hidden" />;
}

/** In uPlot's order: the highest layer first, so that lower ones are drawn over it. */
function valuesOf({ starts, series }: ChartData): UPlot.AlignedData {
  return [[...starts], ...stackBars(series).toReversed()];
}
