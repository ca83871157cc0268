"use client";

import { type ChartData, endOf } from "./chart-data";

interface ChartTableProps {
  label: string;
  data: ChartData;
  xWords: (from: number, to: number) => string;
  format: (value: number) => string;
}

/** The data of a chart as numbers, without buckets and points that have no values. */
export function ChartTable({ label, data, xWords, format }: ChartTableProps) {
  const filled = data.starts.flatMap((start, index) =>
    data.series.some(({ values }) => (data.points ? isThere(values[index]) : values[index])) ? [{ start, index }] : [],
  );
  if (filled.length === 0) return <p className="p-2 text-meta text-muted">No data in this range.</p>;
  return (
    <table aria-label={label} className="text-meta tabular-nums">
      <thead className="sticky top-0 bg-float text-muted">
        <tr>
          <th scope="col" className="px-2 py-1 text-left font-normal">
            {data.points?.word ?? "Range"}
          </th>
          {data.series.map(({ label: name }) => (
            <th key={name} scope="col" className="px-2 py-1 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {filled.map(({ start, index }) => (
          <tr key={start} className="border-t border-line">
            <th scope="row" className="px-2 py-1 text-left font-normal whitespace-nowrap">
              {xWords(start, endOf(data, index))}
            </th>
            {data.series.map(({ label: name, values }) => {
              const value = values[index];
              return (
                <td key={name} className="px-2 py-1 text-right whitespace-nowrap">
                  {isThere(value) ? format(value) : "—"}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isThere(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}
