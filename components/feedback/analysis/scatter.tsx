import Link from "next/link";

import { refHref } from "@/components/json/ref-href";
import type { FeedbackComparison } from "@/lib/contract/feedback-comparison";
import { formatCount } from "@/lib/format/number";

import { shortNumber } from "../list/range-words";
import { subjectWords } from "../list/subject-words";

const size = { width: 320, height: 240, left: 44, bottom: 28, margin: 8 };
const pointRadius = 3;
const listedPoints = 100;

interface ScatterProps {
  numbers: FeedbackComparison["numbers"];
  names: { first: string; second: string };
}

/** Pairs of numbers as points, and as a table. */
export function Scatter({ numbers: { count, points }, names }: ScatterProps) {
  const x = scaleOf(
    points.map(({ first }) => first),
    size.left,
    size.width - size.margin,
  );
  const y = scaleOf(
    points.map(({ second }) => second),
    size.height - size.bottom,
    size.margin,
  );
  const shown = points.length < count ? `, ${formatCount(points.length)} of ${formatCount(count)} pairs` : "";
  return (
    <figure className="grid gap-1">
      <figcaption className="text-meta text-muted">
        {names.second} (vertical) by {names.first} (horizontal){shown}
      </figcaption>
      <svg
        role="img"
        aria-label={`${names.second} against ${names.first}: ${formatCount(points.length)} points`}
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="w-full max-w-80 text-meta tabular-nums"
      >
        <path
          d={`M ${size.left} ${size.margin} V ${size.height - size.bottom} H ${size.width - size.margin}`}
          fill="none"
          stroke="var(--line-strong)"
        />
        {points.map(({ core_ref: ref, first, second }) => (
          <circle key={ref} cx={x.at(first)} cy={y.at(second)} r={pointRadius} fill="var(--category-1)" opacity={0.5}>
            <title>{`${subjectWords(ref)}: ${shortNumber(first)}, ${shortNumber(second)}`}</title>
          </circle>
        ))}
        {[x.low, x.high].map((value, place) => (
          <text
            key={place === 0 ? "low" : "high"}
            x={x.at(value)}
            y={size.height - size.bottom + 16}
            textAnchor={place === 0 ? "start" : "end"}
            fill="var(--muted)"
          >
            {shortNumber(value)}
          </text>
        ))}
        {[y.low, y.high].map((value, place) => (
          <text
            key={place === 0 ? "low" : "high"}
            x={size.left - 6}
            y={y.at(value)}
            dominantBaseline={place === 0 ? "auto" : "hanging"}
            textAnchor="end"
            fill="var(--muted)"
          >
            {shortNumber(value)}
          </text>
        ))}
      </svg>
      <details className="text-meta">
        <summary className="cursor-pointer text-muted">Show as table</summary>
        <div className="max-h-60 overflow-auto">
          <table className="tabular-nums">
            <thead className="text-muted">
              <tr>
                {["On", names.first, names.second].map((title) => (
                  <th key={title} scope="col" className="px-2 py-1 text-left font-normal">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.slice(0, listedPoints).map(({ core_ref: ref, first, second }) => (
                <tr key={ref} className="border-t border-line">
                  <td className="max-w-60 truncate px-2 py-1">
                    <Link href={refHref(ref) ?? ""} prefetch={false} className="hover:underline">
                      {subjectWords(ref)}
                    </Link>
                  </td>
                  <td className="px-2 py-1 text-right">{shortNumber(first)}</td>
                  <td className="px-2 py-1 text-right">{shortNumber(second)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {points.length > listedPoints && (
          <p className="px-2 py-1 text-muted">The first {formatCount(listedPoints)} points.</p>
        )}
      </details>
    </figure>
  );
}

/** A linear scale from the smallest to the largest value; one value alone is in the middle. */
function scaleOf(values: readonly number[], from: number, to: number) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const at = (value: number) => (low === high ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from));
  return { low, high, at };
}
