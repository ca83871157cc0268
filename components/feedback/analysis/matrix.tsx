import Link from "next/link";

import type { ComparedSide, FeedbackComparison } from "@/lib/contract/feedback-comparison";
import { counted, formatCount } from "@/lib/format/number";

import { shortNumber } from "../list/range-words";

const shownValues = 12;

interface MatrixProps {
  comparison: FeedbackComparison;
  names: { first: string; second: string };
  /** The calls with a pair of values; undefined if they cannot be listed. */
  hrefOf: (first: string, second: string) => string | undefined;
}

/** How often each pair of values occurs; with the mean of the other side where that has numbers. */
export function Matrix({ comparison, names, hrefOf }: MatrixProps) {
  const { first, second, cells } = comparison;
  const rows = first.values.slice(0, shownValues);
  const columns = second.values.slice(0, shownValues);
  const counts = new Map(cells.map((cell) => [JSON.stringify([cell.first, cell.second]), cell.count]));
  const most = Math.max(1, ...cells.map(({ count }) => count));
  const hasMeans = rows.some(({ numbers }) => numbers > 0);
  const hidden = [hiddenWords(first, names.first), hiddenWords(second, names.second)].filter((words) => words !== "");
  return (
    <div className="max-w-full overflow-x-auto">
      <table className="text-meta tabular-nums">
        <caption className="pb-1 text-left text-muted">
          {names.first} in rows, {names.second} in columns{hidden.length > 0 && `; ${hidden.join(", ")} not shown`}
        </caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="px-2 py-1 text-left font-normal">
              Value
            </th>
            {columns.map(({ value }) => (
              <th key={value} scope="col" className="max-w-28 truncate px-2 py-1 text-right font-normal" title={value}>
                <bdi>{value === "" ? "(empty)" : value}</bdi>
              </th>
            ))}
            <th scope="col" className="border-l border-line px-2 py-1 text-right font-normal">
              All
            </th>
            {hasMeans && (
              <th scope="col" className="px-2 py-1 text-right font-normal">
                Mean
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value} className="border-t border-line">
              <th scope="row" className="max-w-40 truncate px-2 py-1 text-left font-normal" title={row.value}>
                <bdi>{row.value === "" ? "(empty)" : row.value}</bdi>
              </th>
              {columns.map(({ value }) => {
                const count = counts.get(JSON.stringify([row.value, value])) ?? 0;
                const strength = Math.round((count / most) * 40);
                return (
                  <td
                    key={value}
                    style={{ background: `color-mix(in oklab, var(--accent) ${strength}%, transparent)` }}
                    className="min-w-14 px-2 py-1 text-right"
                  >
                    <CellCount count={count} href={hrefOf(row.value, value)} />
                  </td>
                );
              })}
              <td className="border-l border-line px-2 py-1 text-right">{formatCount(row.count)}</td>
              {hasMeans && (
                <td className="px-2 py-1 text-right">{row.mean === undefined ? "—" : shortNumber(row.mean)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong">
            <th scope="row" className="px-2 py-1 text-left font-normal text-muted">
              All
            </th>
            {columns.map(({ value, count }) => (
              <td key={value} className="px-2 py-1 text-right">
                {formatCount(count)}
              </td>
            ))}
            <td className="border-l border-line px-2 py-1 text-right">{formatCount(comparison.count)}</td>
            {hasMeans && <td className="px-2 py-1 text-right text-faint">—</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function CellCount({ count, href }: { count: number; href: string | undefined }) {
  if (count === 0) return <span className="text-faint">0</span>;
  if (href === undefined) return formatCount(count);
  return (
    <Link href={href} prefetch={false} className="underline decoration-line-strong hover:decoration-current">
      {formatCount(count)}
    </Link>
  );
}

function hiddenWords({ different }: ComparedSide, name: string): string {
  const hidden = different - shownValues;
  return hidden > 0 ? counted(hidden, `more value of ${name}`, `more values of ${name}`) : "";
}
