"use client";

import { type ChartData } from "./chart-data";

interface ChartTipProps {
  data: ChartData;
  index: number;
  title: string;
  format: (value: number) => string;
}

/** The numbers of the hovered bucket, on the side where they do not cover it. */
export function ChartTip({ data, index, title, format }: ChartTipProps) {
  const isLeft = index < data.starts.length / 2;
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute -top-1 z-10 max-w-[calc(100%-8px)] rounded-control border border-line-strong bg-float px-2 py-1 text-label whitespace-nowrap shadow-float ${isLeft ? "right-1" : "left-14"}`}
    >
      <p className="text-muted">{title}</p>
      <ul className="flex flex-wrap gap-x-3 tabular-nums">
        {data.series.map(({ label, color, values }) => (
          <li key={label} className="flex items-center gap-1">
            <span style={{ background: color }} className="size-2 rounded-full" />
            {label}
            <span className="font-medium text-ink">{valueWords(values[index], format)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function valueWords(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "—" : format(value);
}
